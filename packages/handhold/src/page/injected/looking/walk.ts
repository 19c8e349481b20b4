import { cacheStyle, styleOf } from '../dom/style.js';
import { endsBlank, standsApart, startsBlank } from '../dom/text-flow.js';
import {
  activeElement,
  childrenOf,
  contains,
  eachChild,
  ignored,
  isElement,
  isText,
  parentOf,
  referenced,
  shadowOf,
  squash,
} from '../dom/tree.js';
import { isSuspect, listens } from '../listeners/registry.js';
import type { Belongs, Box, PerceivedNode, PerceiveOptions } from '../protocol.js';
import {
  composites,
  contextRoles,
  identify,
  isOnlyScrolled,
  type Why,
  whyActionable,
} from '../refs/identity.js';
import { numbered } from '../refs/items/belonging.js';
import { isAlike, keepRole, Records } from '../refs/items/items.js';
import { idOf } from '../refs/refs.js';
import { standIn, visibleBox } from '../targeting/hit-test.js';
import { dropEmptyContexts, markCovered, summarise, tellAlikeApart } from './after-walk.js';
import { dropDrawings } from './drawn-toggles.js';
import type { Horizon, Sight } from './horizon.js';
import { openModal } from './modal.js';
import {
  calledBy,
  looksOf,
  neighbourOf,
  placeAmong,
  placeInColumn,
  placeInTable,
  useOf,
  wayOf,
} from './naming/icon-names.js';
import { labelsOf } from './naming/labels.js';
import { descriptionOf, nameOf } from './naming/name.js';
import { apartIn, hasOwnBox, holderInside, isOnlyHovered, isPart, takesFocus } from './parts.js';
import { currentValue, optionsOf, shownIn, statesOf } from './roles/element-states.js';
import { headingLevel, roleOf } from './roles/role.js';
import { addsTo, isPlainInline, summarised } from './summary.js';
import { applyCuts, type Cuts, isCutOff, isOutside, isPinnedOut } from './visibility/clips.js';
import { isNothing } from './visibility/decoration.js';
import {
  hasInteractiveInside,
  hiddenIcons,
  isFadedField,
  isLikelyHidden,
  isOnlyForReaders,
  isOutOfSight,
} from './visibility/for-the-eye.js';
import { legibility, legibilityNow, legibilityOf } from './visibility/readable.js';
import { isOffPage, isSeen, moreInside } from './visibility/seen.js';
import { readStyleSheets } from './visibility/style-sheets.js';
import { childrenInPlace, placedChildren } from './visual-order.js';

const cellRoles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** What a label can do all there is to do with. */
const worked = new Set(['checkbox', 'file', 'radio']);

const ticked = new Set(['checkbox', 'radio', 'switch']);
const fieldRoles = new Set('checkbox combobox radio searchbox slider spinbutton switch textbox'.split(' '));
/** What is put beside a field to work it, or only to be looked at. */
const drawnBeside = 'button, img, svg, [role="button"], [role="img"]';

/** Of parts that are made of these there may be many, and few others that are none. */
const tellingTags = new Set(['td', 'tr', 'li']);

const maxDepth = 1500;
const maxNodes = 60_000;
const maxSuspects = 60;
const labels = '[aria-label], [aria-labelledby]';
/** What is shown of a name. */
const longestShown = 100;

interface Surround extends Cuts {
  parent: number;
  depth: number;
  pointer: boolean;
  /** What the name of an element around already says of the text in it. */
  said: Said;
  /** What listens, or has the pointer, for separate things in it. */
  holder: Element | undefined;
  modal: boolean;
  /** How it is gone through. */
  sight: Sight;
  /** Which block of text and which table cell this flows in; only kept in full mode. */
  block: number;
  cell: number;
}

/** So many things, at most, stand in a combobox that shows what is chosen in it. */
const mostChosen = 40;

/** A tab and what stands in it besides are no more than this. */
const mostBeside = 6;

/** Nothing, all of it, or as much as stands in a name. */
type Said = 'nothing' | 'all' | { name: string };

export interface Walked {
  nodes: PerceivedNode[];
  /** What the things that they belong to say. */
  records: Belongs[];
  /** Elements behind the nodes, index by index; undefined for text. */
  elements: (Element | undefined)[];
  shadowRoots: ShadowRoot[];
  /** Elements that prose stands in, by the index of its node. */
  holders: Map<number, Element>;
  /** Elements that may hold a closed shadow root. */
  suspects: Element[];
  capped: boolean;
  /** Everything but an open modal was left out. */
  modalOpen: boolean;
  /** How many parts of what listens, or has the pointer, for them were left out, about. */
  partsBeyond: number;
}

/** One pass over the rendered document: what can be acted on, and what tells it apart. */
export function walk(options: PerceiveOptions, root: Element, horizon?: Horizon): Walked {
  return new Walk(options, horizon).run(root);
}

class Walk {
  private readonly nodes: PerceivedNode[] = [];
  private readonly elements: (Element | undefined)[] = [];
  private readonly shadowRoots: ShadowRoot[] = [];
  private readonly suspects = new Set<Element>();
  private readonly records = new Records();
  /** Shown already as belonging to something elsewhere. */
  private readonly owned = new Set<Element>();
  /** How many parts of each kind were met in what listens, or has the pointer, for them. */
  private readonly parts = new Map<Element, Map<string, number>>();
  /** Found to be only wrappers around what is in them. */
  private readonly dropped = new Set<Element>();
  private counted = 0;
  private readonly holders = new Map<number, Element>();
  private readonly modal = openModal();
  private readonly focused = activeElement();
  private capped = false;
  /** Whether a blank, or the end of a block, is the last thing that was met; only kept in full mode. */
  private blank = true;
  /** Asked once: the browser makes sure of its layout each time one reads them. */
  private readonly window = { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight };

  constructor(
    private readonly options: PerceiveOptions,
    private readonly horizon: Horizon | undefined,
  ) {}

  run(root: Element): Walked {
    readStyleSheets();
    const start: Surround = {
      parent: -1,
      depth: 0,
      clip: undefined,
      positionedClip: undefined,
      window: undefined,
      pinned: false,
      pointer: false,
      said: 'nothing',
      holder: undefined,
      modal: false,
      sight: this.horizon ? 'closer' : 'whole',
      block: 0,
      cell: 0,
    };
    const top = this.modal && contains(root, this.modal) ? this.modal : root;
    this.shadowRoots.push(...treesAround(top));
    this.visit(top, start);
    const { nodes, elements, shadowRoots, holders, capped } = this;
    const suspects = [...this.suspects];
    // Of more than are asked for, only the first of those in view are shown.
    markCovered(nodes, elements, this.options.near ?? 300);
    // Where all text is shown anyway, a summary would only repeat it.
    if (!this.options.text || this.options.summaries) summarise(nodes, elements);
    dropDrawings(nodes, elements, holders);
    tellAlikeApart(nodes, elements);
    if (!this.options.text) dropEmptyContexts(nodes, elements);
    const records = this.records.all;
    const modalOpen = this.modal !== undefined;
    const partsBeyond = this.horizon ? this.countParts() : 0;
    return { nodes, records, elements, shadowRoots, holders, suspects, capped, modalOpen, partsBeyond };
  }

  /** Reads as few styles as it can: this runs for every element there is. */
  private visit(element: Element, around: Surround, known?: CSSStyleDeclaration): void {
    const tag = element.tagName;
    if (ignored.has(tag)) return;
    if (around.depth > maxDepth || this.nodes.length > maxNodes) {
      this.capped = true;
      return;
    }
    const sight = this.horizon?.judge(element, around.sight) ?? 'whole';
    if (sight === 'out' || this.owned.has(element)) return;
    // Full mode has asked for many of them before.
    const style = known ?? (this.options.text ? styleOf(element) : getComputedStyle(element));
    const { display } = style;
    // Areas of image maps are never displayed themselves.
    if (display === 'none' && tag !== 'AREA') return;
    if (element.hasAttributes()) {
      if (element.hasAttribute('inert')) return;
      if (element.getAttribute('aria-hidden') === 'true') {
        this.visitHidden(element, around, sight);
        return;
      }
    }

    const role = roleOf(element);
    const pointer = around.pointer || (style.cursor === 'pointer' && !isOnlyHovered(element, role));
    const pointed = pointer && !around.pointer;
    const found = this.whyShown(element, tag, role, pointed, around);
    const why = found === 'focusable' && isOnlyScrolled(element, role, style) ? undefined : found;
    if (!why && this.isPlainEnd(element, tag, role, display, style)) return;
    if (!this.options.text) cacheStyle(element, style);
    keepRole(element, role);
    const inner = within(around, sight, pointer);
    if (around.holder || pointed || listens(element) || takesFocus(element))
      inner.holder = holderInside(element, around.holder);
    // Inline boxes neither cut nor are taken out of the flow.
    if (display !== 'inline') {
      applyCuts(element, style, inner);
      if (inner.window !== around.window) inner.sight = this.horizon?.lookInto(element, sight) ?? sight;
      if (this.options.text && !display.startsWith('inline') && display !== 'contents')
        inner.block = this.count();
    }
    if (cellRoles.has(role)) inner.cell = this.count();
    if (tag === 'LABEL') this.visitLabelled(element, inner);
    if (tag === 'IFRAME' || tag === 'FRAME') {
      if (isSeen(element)) this.pushFrame(element, inner);
      return;
    }
    if (!why && display !== 'inline' && !display.startsWith('table'))
      this.noteScrolling(element, role, style, inner);
    if (why) {
      if (isSeen(element, tag === 'INPUT' || tag === 'SELECT' || tag === 'BUTTON') || isFadedField(element))
        this.visitElement(element, role, why, inner);
      else this.visitChildren(element, inner);
    } else if (role === 'heading') this.visitHeading(element, inner);
    else if (contextRoles.has(role)) this.visitContext(element, role, inner);
    else {
      if (this.options.text && role === 'img' && around.said === 'nothing' && isSeen(element))
        this.pushImage(element, inner);
      if (this.options.text && cellRoles.has(role)) this.visitCell(element, role, inner);
      else this.visitChildren(element, inner);
    }
  }

  /** A box to tick that is not drawn at all is worked through the label that stands for it. */
  private visitLabelled(label: Element, inner: Surround): void {
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (!(control instanceof HTMLInputElement) || !worked.has(control.type) || control.checkVisibility())
      return;
    if (standIn(control) === label && isSeen(label))
      this.visitElement(control, roleOf(control), 'widget', within(inner, inner.sight, inner.pointer));
  }

  private whyShown(
    element: Element,
    tag: string,
    role: string,
    pointed: boolean,
    around: Surround,
  ): Why | undefined {
    if (this.dropped.has(element)) return undefined;
    const why = whyActionable(element, tag, role, pointed);
    if (why || !around.holder || !isPart(element, around.holder)) return why;
    if (this.horizon) this.notePart(element, around.holder);
    return 'part';
  }

  private notePart(element: Element, holder: Element): void {
    const kinds = this.parts.get(holder) ?? new Map<string, number>();
    this.parts.set(holder, kinds);
    const kind = element.localName;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }

  /** How many parts, such as the cells of a sheet, stand where the walk did not go, about. */
  private countParts(): number {
    let count = 0;
    for (const [holder, kinds] of this.parts)
      for (const [kind, met] of kinds)
        if (tellingTags.has(kind)) count += Math.max(0, holder.getElementsByTagName(kind).length - met);
    return count;
  }

  /** A cell may say nothing but its name, as the days of a calendar do that are drawn for the eye only. */
  private visitCell(element: Element, role: string, inner: Surround): void {
    const before = this.nodes.length;
    this.visitChildren(element, inner);
    if (this.nodes.length > before || !element.hasAttribute('aria-label') || !isSeen(element)) return;
    const box = this.boxInReach(element, inner);
    const name = box && nameOf(element, role);
    if (!name) return;
    const node: PerceivedNode = {
      kind: 'text',
      id: idOf(element),
      parent: inner.parent,
      role,
      name,
      tag: tagOf(element),
      box,
      ...this.flow(inner),
    };
    this.push(node, element);
  }

  private visitHidden(element: Element, around: Surround, sight: Sight): void {
    for (const icon of hiddenIcons(element)) {
      const role = roleOf(icon);
      this.visitElement(icon, role, role === 'button' ? 'widget' : 'listener', within(around, sight, true));
    }
  }

  /** Ends here with nothing to say, as most elements do: text that is only read, in a box that neither cuts nor scrolls. */
  private isPlainEnd(
    element: Element,
    tag: string,
    role: string,
    display: string,
    style: CSSStyleDeclaration,
  ): boolean {
    if (this.options.text || element.firstElementChild || tag === 'SLOT' || tag === 'LABEL') return false;
    if (role === 'heading' || contextRoles.has(role) || tag === 'IFRAME' || tag === 'FRAME') return false;
    if (display !== 'inline' && style.overflowX !== 'visible') return false;
    if (shadowOf(element) || element.hasAttribute('aria-owns')) return false;
    if (this.suspects.size < maxSuspects && isSuspect(element)) this.suspects.add(element);
    return true;
  }

  private visitElement(element: Element, role: string, why: Why, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    if (!box || isOnlyForReaders(element)) {
      this.visitChildren(element, { ...inner, said: 'all' });
      return;
    }
    const { role: shownRole, name } = identify(element, role, why);
    if (!name && isLoose(why) && !cellRoles.has(role) && isNothing(element, why)) {
      this.visitChildren(element, inner);
      return;
    }
    if (why === 'report' && role !== 'progressbar' && (!name || legibilityOf(element) === 'hidden')) return;
    const index = this.push(this.describe(element, shownRole, name, box, inner, why), element);
    if (element.tagName === 'SELECT' || element.tagName === 'TEXTAREA' || why === 'editor') return;
    const trees = this.shadowRoots.length;
    this.visitChildren(element, { ...inner, said: this.saidBy(element, name, why) });
    if (isLoose(why) || role === 'gridcell' || (role === 'combobox' && !name && this.comboboxIn(index) > 0)) {
      if (this.isFrame(index)) this.takeOut(index);
      else if (this.isOnlyWrapper(index, why)) this.drop(index, trees, element, inner);
      else if (role === 'columnheader') this.dropWords(index);
    } else if (why === 'widget') this.dropEcho(index);
  }

  /** What a name leaves out of the text in its element, as one by a label may and a long one does, is told beside it. */
  private saidBy(element: Element, name: string, why: Why): Said {
    // What can be typed into shows its text as its value.
    if (!this.options.text || (element instanceof HTMLElement && element.isContentEditable)) return 'all';
    // Rows say more than their text in one line.
    if (isLoose(why) && element.querySelector('table')) return 'nothing';
    const labelled = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
    const isOwn = !isLoose(why) && why !== 'report';
    const isWhole = isOwn || (!element.querySelector(labels) && apartIn(element).length === 0);
    // What is searched through has names whole.
    const isShort = name.length <= longestShown || (this.options.summaries && !name.endsWith('…'));
    if (!labelled && isShort && isWhole) return 'all';
    // A label may put in other words what a sign or an icon stands for.
    if (labelled && !/\S\s+\S|\d/.test(element.textContent?.trim() ?? '')) return 'all';
    return { name: name.slice(0, longestShown - 1) };
  }

  /** A control's own drawing, which takes its clicks and says the same, is not another thing to act on. */
  private dropEcho(index: number): void {
    const control = this.nodes[index];
    if (control?.role === 'treeitem' && this.dropTitle(index)) return;
    if (control?.role === 'combobox') this.dropShownChoice(index);
    if (control && ticked.has(control.role)) this.dropInsideToggle(index, control);
    const drawing = this.nodes[index + 1];
    if (!control || !drawing) return;
    if (!drawing.name) {
      if (this.isBareDrawing(control, index)) this.takeOut(index + 1);
      return;
    }
    if (this.isOwnLink(index, drawing)) {
      this.takeOut(index + 1);
      return;
    }
    if (drawing.role !== 'clickable' || addsTo(control.name, drawing.name)) return;
    const isOnly = this.nodes.length === index + 2;
    if (isOnly || (!addsTo(drawing.name, control.name) && this.takesClicks(index))) this.takeOut(index + 1);
  }

  /** In a box to tick stand only what it is drawn by and the browser's own, which a component keeps in its shadow tree. */
  private dropInsideToggle(index: number, { role, name }: PerceivedNode): void {
    for (let at = this.nodes.length - 1; at > index; at--) {
      const inside = this.nodes[at];
      if (inside?.kind !== 'element' || (inside.role !== role && inside.role !== 'clickable')) continue;
      if (!addsTo(name, inside.name)) this.takeOut(at);
    }
  }

  /** What a button or the handle of a slider is drawn by has no use of its own. */
  private isBareDrawing(control: PerceivedNode, index: number): boolean {
    if (this.onlyIn(index)?.role !== 'clickable') return false;
    return control.role === 'slider' || (control.role === 'button' && this.takesClicks(index));
  }

  /** The words of a header that is clicked to sort by it are clicked to the same end. */
  private dropWords(index: number): void {
    const [header, words, element] = [this.nodes[index], this.nodes[index + 1], this.elements[index + 1]];
    if (!element || words?.role !== 'clickable' || words.name !== header?.name) return;
    if (!listens(element) || this.takesClicks(index)) this.takeOut(index + 1);
  }

  /** The title of an item is where that is clicked. */
  private dropTitle(index: number): boolean {
    const item = this.elements[index];
    const title = item && standIn(item);
    const at = title === item ? -1 : this.elements.indexOf(title, index + 1);
    const [own, other] = [this.nodes[index], this.nodes[at]];
    if (!own || !title || other?.role !== 'clickable') return false;
    // A box to tick in it is called something by itself.
    const inside = this.elements.slice(at + 1).flatMap((one) => (one && contains(title, one) ? [one] : []));
    const says = inside.length > 0 ? nameOf(title, 'button', inside) : other.name;
    if (addsTo(own.name, says)) return false;
    this.takeOut(at);
    return true;
  }

  /** What is chosen in a combobox may be drawn in it as an option, or as something that can be clicked. */
  private dropShownChoice(index: number): void {
    const at = this.nodes.findIndex(({ kind }, i) => i > index && kind === 'element');
    const option = this.nodes[at];
    const isShut = this.elements[index]?.getAttribute('aria-expanded') === 'false';
    const isChoice = option?.role === 'option' || option?.role === 'clickable';
    if (isShut && isChoice && option.name === this.nodes[index]?.value) this.takeOut(at);
  }

  /** A link that fills a tab, and that no key leads to, is that tab. */
  private isOwnLink(index: number, link: PerceivedNode): boolean {
    const tab = this.nodes[index];
    if (tab?.role !== 'tab' || link.role !== 'link' || link.name !== tab.name) return false;
    return this.elements[index + 1]?.getAttribute('tabindex') === '-1' && this.takesClicks(index);
  }

  /** Whether the drawing that comes next lies where its control is clicked. */
  private takesClicks(index: number): boolean {
    const control = this.elements[index];
    const drawing = this.elements[index + 1];
    const [box, drawn] = [this.nodes[index]?.box, this.nodes[index + 1]?.box];
    if (!control || !drawing || !box || !drawn) return false;
    if (apartIn(control).some((one) => contains(one, drawing))) return false;
    const across = Math.abs(drawn.x + drawn.width / 2 - box.x - box.width / 2) < drawn.width / 2;
    const down = Math.abs(drawn.y + drawn.height / 2 - box.y - box.height / 2) < drawn.height / 2;
    return across && (down || apartIn(control).length > 0);
  }

  /** A box that scrolls by itself has a ref, so that the rest of it can be reached. */
  private noteScrolling(element: Element, role: string, style: CSSStyleDeclaration, inner: Surround): void {
    const more = moreInside(element, style);
    const box = more && isSeen(element) ? this.boxInReach(element, inner) : undefined;
    if (!more || !box) return;
    const { role: shownRole, name } = identify(element, role, 'scroll');
    this.push({ ...this.describe(element, shownRole, name, box, inner, 'scroll'), more }, element);
  }

  /**
   * A clickable box around one control of the same name says nothing the control doesn't; one around several that
   * only listens does so on their behalf, unless it is one of several alike.
   */
  private isOnlyWrapper(index: number, why: Why): boolean {
    const wrapper = this.nodes[index];
    const element = this.elements[index];
    const only = this.onlyIn(index);
    if (!wrapper || !element) return false;
    if (only?.kind === 'element' && !addsTo(this.saidIn(index, element), wrapper.name)) return true;
    if (this.isOnlyAroundSorter(index, element) || this.isUnderButton(index, element)) return true;
    if (composites.has(wrapper.role)) return false;
    if (this.nodes.length > index + 1 && wrapper.name === '' && !wrapper.looks) return true;
    if (this.isOnlyAroundParts(element) || this.isOnlyAroundFields(index, element)) return true;
    if (!this.holdsSeveral(index)) return false;
    if (why === 'pointer') return this.isOnlyAroundControls(index, element);
    return why === 'listener' && !this.isOneOfItsKind(index, element);
  }

  /** What the only thing in a wrapper says; a box to tick that is worked through the wrapper says what stands beside it. */
  private saidIn(index: number, wrapper: Element): string {
    const [only, field] = [this.nodes[index + 1], this.elements[index + 1]];
    if (!only || !field) return '';
    const { role, name, value, near } = only;
    if (value !== undefined) return `${name} ${value}`;
    return name === '' && near && ticked.has(role) && standIn(field) === wrapper ? near : name;
  }

  /** A click on it lands on the only button in it, which says all that it does. */
  private isUnderButton(index: number, element: Element): boolean {
    const [only, button] = [this.onlyIn(index), this.elements[index + 1]];
    if (only?.role !== 'button' || !button || takesFocus(element) || !this.takesClicks(index)) return false;
    return only.name !== '' && !addsTo(only.name, nameOf(element, 'button', [button]));
  }

  /** The header of a column that hears the presses on the one button in it, which says the same and how it is sorted. */
  private isOnlyAroundSorter(index: number, element: Element): boolean {
    const only = this.onlyIn(index);
    const button = this.elements[index + 1];
    if (this.nodes[index]?.role !== 'columnheader' || only?.role !== 'button' || !button) return false;
    if (button.localName === 'button' || listens(button) || takesFocus(element)) return false;
    return !addsTo(only.name, nameOf(element, 'button', [button]));
  }

  /** What has the pointer for a tab and the cross beside it says, and shows, nothing that these do not. */
  private isOnlyAroundControls(index: number, element: Element): boolean {
    if (this.nodes.length > index + mostBeside) return false;
    const inside = this.elements.slice(index + 1).filter((one) => one !== undefined);
    const says = this.nodes.slice(index + 1).some(({ role, name }) => /^(link|tab)$/.test(role) && name);
    if (!says || this.nodes[index]?.role !== 'clickable' || takesFocus(element)) return false;
    const pictures = element.querySelectorAll('img, svg, video, canvas');
    if (Array.from(pictures).some((one) => !inside.some((thing) => contains(thing, one)))) return false;
    return nameOf(element, 'button', inside) === '';
  }

  /** Drawn around a combobox to show what is chosen in it. */
  private isFrame(index: number): boolean {
    const at = this.comboboxIn(index);
    const [combobox, box, field] = [this.nodes[at], this.elements[index], this.elements[at]];
    if (!combobox || combobox.value !== undefined || !box || !field) return false;
    const isAround = isDrawnAround(box, field);
    if (isAround) this.dropShown(index, box);
    const isOnly = this.onlyIn(index) !== undefined;
    return (isOnly || isAround) && this.showsChosen(combobox, box, field, isOnly);
  }

  /** What only shows what is chosen, and does not listen, is no more a part of a box than its words are. */
  private dropShown(index: number, box: Element): void {
    const shown = squash(shownIn(box));
    for (let at = this.nodes.length - 1; at > index; at--) {
      const [node, element] = [this.nodes[at], this.elements[at]];
      if (node?.role === 'clickable' && node.name === shown && element && !listens(element)) this.takeOut(at);
    }
  }

  /** Where the combobox is that is the only field in something, which may hold what takes away a choice besides. */
  private comboboxIn(index: number): number {
    let found = -1;
    if (this.nodes.length > index + mostChosen) return found;
    for (let at = index + 1; at < this.nodes.length; at++) {
      const node = this.nodes[at];
      if (node?.kind !== 'element' || node.role === 'button' || node.role === 'clickable') continue;
      if (found >= 0 || node.role !== 'combobox') return -1;
      found = at;
    }
    return found;
  }

  private onlyIn(index: number): PerceivedNode | undefined {
    return this.nodes.length === index + 2 ? this.nodes[index + 1] : undefined;
  }

  /** What is said around separate things is the headings of some of them, and no more. */
  private isOnlyAroundParts(element: Element): boolean {
    const apart = apartIn(element);
    if (apart.length < 2 || takesFocus(element)) return false;
    return (
      nameOf(element, 'button', [...apart, ...element.querySelectorAll('h1, h2, h3, h4, h5, h6')]) === ''
    );
  }

  /** What is said around fields is their labels, and what their buttons and icons are called. */
  private isOnlyAroundFields(index: number, element: Element): boolean {
    const inside = this.elements.slice(index + 1).filter((one) => one !== undefined);
    const fields = inside.filter((_one, at) => fieldRoles.has(this.nodes[index + 1 + at]?.role ?? ''));
    if (fields.length === 0 || takesFocus(element) || element.matches(labels)) return false;
    const others = element.querySelectorAll(drawnBeside);
    return nameOf(element, 'button', [...inside, ...fields.flatMap(namedBy), ...others]) === '';
  }

  /** An item with others under it, or one of several alike that listen each for itself and say something besides. */
  private isOneOfItsKind(index: number, element: Element): boolean {
    if (element.localName === 'li' && apartIn(element).length > 0) return true;
    const { nextElementSibling: next, previousElementSibling: previous } = element;
    const isSame = (other: Element | null) => other !== null && listens(other) && isAlike(element, other);
    if (!isSame(next) && !isSame(previous)) return false;
    const inside = this.elements.slice(index + 1).filter((one) => one !== undefined);
    return nameOf(element, 'button', [...inside, ...apartIn(element)]) !== '';
  }

  private drop(index: number, trees: number, element: Element, inner: Surround): void {
    if (!this.options.text) {
      this.takeOut(index);
      return;
    }
    // What it says was left to its name, which isn't told any more.
    this.dropped.add(element);
    this.blank = this.nodes[index]?.joined !== true;
    this.nodes.length = this.elements.length = index;
    this.shadowRoots.length = trees;
    for (const at of this.holders.keys()) if (at >= index) this.holders.delete(at);
    this.visitChildren(element, inner);
  }

  private takeOut(index: number): void {
    const gone = this.nodes[index];
    if (!gone) return;
    this.nodes.splice(index, 1);
    this.elements.splice(index, 1);
    const first = this.nodes[index];
    if (first && !gone.joined) delete first.joined;
    for (let i = index; i < this.nodes.length; i++) {
      const node = this.nodes[i];
      if (!node || node.parent < index) continue;
      node.parent = node.parent === index ? gone.parent : node.parent - 1;
    }
    const moved = [...this.holders].filter(([at]) => at > index);
    for (const [at] of moved) this.holders.delete(at);
    for (const [at, holder] of moved) this.holders.set(at - 1, holder);
  }

  /** What is chosen in a combobox may be drawn beside its field, in a box that then has nothing else to say. */
  private showsChosen(combobox: PerceivedNode, box: Element, field: Element, isOnly: boolean): boolean {
    if (!(box instanceof HTMLElement)) return false;
    const text = squash(shownIn(box, isOnly ? ' ' : ', ').replace(/[\u200b\ufeff]/g, ''));
    if (text === '' || text.length > 100 || text === combobox.name) return false;
    const hint = box.querySelector<HTMLElement>('[class*="placeholder" i]');
    if (hint && squash(hint.innerText) === text && isHint(hint, field)) combobox.placeholder = text;
    else combobox.value = text;
    if (combobox.description === text) delete combobox.description;
    delete combobox.near;
    return true;
  }

  private holdsSeveral(index: number): boolean {
    let count = 0;
    for (let i = index + 1; i < this.nodes.length && count < 2; i++)
      if (this.nodes[i]?.kind === 'element') count += 1;
    return count > 1;
  }

  private visitHeading(element: Element, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    const name = box && isSeen(element) ? nameOf(element, 'heading') : '';
    const legible = name ? legibilityOf(element, this.options.text ? legibilityNow : legibility) : 'hidden';
    if (!box || legible === 'hidden') {
      this.visitChildren(element, inner);
      return;
    }
    this.push(
      {
        kind: 'heading',
        id: this.options.text ? idOf(element) : 0,
        parent: inner.parent,
        role: 'heading',
        name,
        tag: tagOf(element),
        level: headingLevel(element),
        box,
        ...(legible === 'doubtful' ? { unseen: true } : {}),
      },
      element,
    );
    this.visitChildren(element, { ...inner, said: 'all' });
  }

  private visitContext(element: Element, role: string, inner: Surround): void {
    const name = summarised.has(role) ? explicitName(element, role) : nameOf(element, role);
    const isModal = role === 'dialog' || role === 'alertdialog';
    const index = this.push(
      {
        kind: 'context',
        id: 0,
        parent: inner.parent,
        role,
        name,
        tag: tagOf(element),
        ...(isModal || inner.modal ? { modal: true } : {}),
      },
      element,
    );
    this.visitChildren(element, { ...inner, parent: index, modal: inner.modal || isModal });
  }

  private pushFrame(element: Element, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    // Borders show nothing of the document.
    if (!box || element.clientWidth < 5 || element.clientHeight < 5) return;
    this.push(
      {
        kind: 'frame',
        id: idOf(element),
        parent: inner.parent,
        role: 'frame',
        name: nameOf(element, 'frame'),
        tag: 'iframe',
        box,
      },
      element,
    );
  }

  private pushImage(element: Element, inner: Surround): void {
    const name = nameOf(element, 'img');
    const box = this.boxInReach(element, inner);
    // What is smaller can't be a picture of anything.
    if (!name || !box || box.width < 4 || box.height < 4) return;
    this.push(
      {
        kind: 'text',
        id: idOf(element),
        parent: inner.parent,
        role: 'img',
        name,
        tag: tagOf(element),
        box,
        ...this.flow(inner),
      },
      element,
    );
  }

  private visitChildren(element: Element, inner: Surround): void {
    const root = shadowOf(element);
    if (root) this.shadowRoots.push(root);
    else if (this.suspects.size < maxSuspects && isSuspect(element)) this.suspects.add(element);
    if (element instanceof SVGElement && !hasInteractiveInside(element)) return;
    if (this.options.text && saidElsewhere(element)) inner.said = 'all';
    if (this.options.text && inner.said !== 'all') this.visitWithProse(element, inner);
    else this.visitElements(element, root, inner);
    if (element.hasAttribute('aria-owns')) this.visitOwned(element, inner);
  }

  private visitOwned(element: Element, inner: Surround): void {
    for (const owned of ownedElsewhere(element)) {
      this.visit(owned, inner);
      this.owned.add(owned);
    }
  }

  /** The common case, followed link by link because it runs for every element there is. */
  private visitElements(element: Element, root: ShadowRoot | null, inner: Surround): void {
    if (element.tagName === 'SLOT') {
      for (const child of childrenOf(element)) if (isElement(child)) this.visit(child, inner);
      return;
    }
    const placed = placedChildren(root ?? element);
    if (placed) {
      for (const child of placed) this.visit(child, inner);
      return;
    }
    for (let child = (root ?? element).firstElementChild; child; child = child.nextElementSibling)
      this.visit(child, inner);
  }

  /** Also gathers the text between elements, whole sentences at a time. */
  private visitWithProse(element: Element, inner: Surround): void {
    let prose = '';
    let unseen = false;
    const flush = () => {
      if (prose === '') return;
      const text = squash(prose);
      const [starts, ends] = [/^\s/.test(prose), /\s$/.test(prose)];
      prose = '';
      this.blank ||= starts;
      if (!text || isSaid(text, inner.said)) return;
      const node: PerceivedNode = {
        kind: 'text',
        id: 0,
        parent: inner.parent,
        role: 'text',
        name: text,
        tag: tagOf(element),
        ...this.flow(inner),
        ...(unseen ? { unseen } : {}),
      };
      this.holders.set(this.push(node, undefined), element);
      this.blank = ends;
    };
    const say = (text: Text, holder: Element) => {
      const legible = /\S/.test(text.data) ? legibilityNow(text, holder) : undefined;
      // What can be read and what can't are no sentence together.
      if (legible === 'hidden' || (legible && unseen !== (legible === 'doubtful'))) {
        flush();
        unseen = legible === 'doubtful';
      }
      if (legible !== 'hidden') prose += text.data;
    };
    const goOn = (child: Node) => {
      if (isText(child)) say(child, element);
      else if (isElement(child)) {
        if (child.tagName === 'WBR') return;
        if (child.tagName === 'BR') {
          flush();
          inner.block = this.count();
          this.blank = true;
        } else if (isPlainInline(child)) {
          for (let part = child.firstChild; part; part = part.nextSibling) if (isText(part)) say(part, child);
        } else {
          flush();
          this.visitInProse(child, inner);
        }
      }
    };
    const placed = childrenInPlace(element);
    if (placed) for (const child of placed) goOn(child);
    else eachChild(element, goOn);
    flush();
  }

  private visitInProse(element: Element, inner: Surround): void {
    const style = styleOf(element);
    const isApart = standsApart(element, style.display);
    this.blank ||= isApart || startsBlank(element);
    this.visit(element, inner, style);
    this.blank ||= isApart || endsBlank(element);
  }

  private describe(
    element: Element,
    role: string,
    name: string,
    box: Box,
    inner: Surround,
    why: Why,
  ): PerceivedNode {
    const node: PerceivedNode = {
      kind: 'element',
      ...this.numbered(element, why === 'widget' ? name : undefined),
      parent: inner.parent,
      role,
      name,
      tag: tagOf(element),
      box,
      ...this.flow(inner),
    };
    const value = currentValue(element, role);
    if (value !== undefined && value !== '' && value !== name) node.value = value;
    const states = statesOf(element, role, this.focused, inner.cell > 0);
    if (states.length > 0) node.states = states;
    const placeholder = element.getAttribute('placeholder');
    if (placeholder && placeholder !== name) node.placeholder = placeholder;
    const options = optionsOf(element);
    if (options) node.options = options;
    const description = descriptionOf(element, name);
    if (addsTo(name, description) && description !== placeholder) node.description = description;
    // What is in a list says nothing of the list.
    const namesChoice = role === 'combobox' && value !== undefined && value === name;
    if (namesChoice) {
      const near = neighbourOf(element);
      if (near) node.near = near;
    } else if (!name && !composites.has(role)) {
      const own = looksOf(element) || (role === 'slider' ? '' : wayOf(element));
      // What makes something wider is told by that as well.
      const looks = own || useOf(element);
      // What a field holds does not say which one it is.
      const isSaid = (own && role !== 'combobox') || placeholder || (node.value && !fieldRoles.has(role));
      const near = isSaid ? '' : this.placeOf(element, role);
      if (looks) node.looks = looks;
      if (near) node.near = near;
      const called = looks || near || placeholder || node.value || node.description ? '' : calledBy(element);
      if (called) node.called = called;
    }
    if (inner.modal) node.modal = true;
    if (isLikelyHidden(element)) node.unseen = true;
    if (inner.window && isOutside(box, inner.window)) node.scrolledOut = true;
    return node;
  }

  /** Where something is that doesn't say what it is. */
  private placeOf(element: Element, role: string): string {
    if (cellRoles.has(role)) return placeInTable(element);
    if (role === 'clickable') return placeAmong(element) || neighbourOf(element);
    return (fieldRoles.has(role) && placeInColumn(element)) || neighbourOf(element);
  }

  /** Of all that is searched through, only what is found is asked for what it belongs to. */
  private numbered(element: Element, name: string | undefined): { id: number; record?: number } {
    if (this.options.summaries) return { id: idOf(element) };
    const { id, record } = numbered(element, name);
    const known = this.records.add(record);
    return known === undefined ? { id } : { id, record: known };
  }

  private count(): number {
    this.counted += 1;
    return this.counted;
  }

  /** Where a node flows, which only full mode cares about. */
  private flow(inner: Surround): { block?: number; cell?: number } {
    if (!this.options.text) return {};
    return inner.cell > 0 ? { block: inner.block, cell: inner.cell } : { block: inner.block };
  }

  private push(node: PerceivedNode, element: Element | undefined): number {
    if (node.box) node.box = rounded(node.box);
    if (this.options.text) {
      if (!this.blank) node.joined = true;
      this.blank = node.kind !== 'text' && node.kind !== 'element';
    }
    this.elements.push(element);
    return this.nodes.push(node) - 1;
  }

  /** The box, if any part of it can be brought into view. */
  private boxInReach(element: Element, inner: Surround): Box | undefined {
    const target = standIn(element);
    const known = this.horizon?.boxOf(target);
    const box = known && known.width > 0 && known.height > 0 ? known : visibleBox(target);
    if (!box) return undefined;
    const above = box.y + box.height + this.window.y <= 0;
    const aside = box.x + box.width + this.window.x <= 0 && getComputedStyle(element).direction !== 'rtl';
    if ((above || aside) && isOffPage(target, box)) return undefined;
    if (isOutOfSight(element, target, box)) return undefined;
    // What stands in for a field is elsewhere, and the field may be cut down to nothing on purpose.
    if (target !== element) return isCutOff(target) ? undefined : box;
    if (isPinnedOut(box, inner)) return undefined;
    return inner.clip && isOutside(box, inner.clip) ? undefined : box;
  }
}

/** The shadow trees that it stands in. */
function* treesAround(element: Element): Iterable<ShadowRoot> {
  for (let tree = element.getRootNode(); tree instanceof ShadowRoot; tree = tree.host.getRootNode())
    yield tree;
}

/** What surrounds the children of an element, before anything is made of the element itself. */
function within(around: Surround, sight: Sight, pointer: boolean): Surround {
  // Written out, because this runs for every element there is and copying by spreading is slow.
  return {
    parent: around.parent,
    depth: around.depth + 1,
    clip: around.clip,
    positionedClip: around.positionedClip,
    window: around.window,
    pinned: around.pinned,
    pointer,
    said: around.said,
    holder: around.holder,
    modal: around.modal,
    sight,
    block: around.block,
    cell: around.cell,
  };
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function tagOf(element: Element): string {
  return element.localName;
}

/** All that stands beside a field to say what it is called. */
function namedBy(field: Element): Element[] {
  return [...labelsOf(field), ...referenced(field, 'aria-labelledby')];
}

function explicitName(element: Element, role: string): string {
  return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
    ? nameOf(element, role)
    : '';
}

/** Whether it seems to be a hint: some call what was chosen a placeholder, too, and draw it as what is typed. */
function isHint(text: Element, field: Element): boolean {
  const { color, opacity } = styleOf(text.firstElementChild ?? text);
  return color !== styleOf(field).color || color === 'rgb(0, 0, 0)' || Number(opacity) < 1;
}

/** Whether a box is what a bare field looks to be, and no other one is drawn in between. */
function isDrawnAround(box: Element, field: Element): boolean {
  let up = parentOf(field);
  while (up && up !== box && !hasOwnBox(up)) up = parentOf(up);
  const { borderTopWidth, boxShadow } = styleOf(field);
  return up === box && hasOwnBox(box) && borderTopWidth === '0px' && boxShadow === 'none';
}

/** Shown only because of how it is used, not for what it is. */
function isLoose(why: Why): boolean {
  return why === 'pointer' || why === 'focusable' || why === 'listener' || why === 'part';
}

/** Whether a name that is shown already tells a text. */
function isSaid(text: string, said: Said): boolean {
  return typeof said === 'string' ? said === 'all' : !addsTo(said.name, text);
}

/** Text that is the name of a control or group, and shown with it. */
function saidElsewhere(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'LEGEND') return element.parentElement?.tagName === 'FIELDSET';
  return tagName === 'LABEL' && element instanceof HTMLLabelElement && element.control !== null;
}

function ownedElsewhere(element: Element): Element[] {
  const ids = element.getAttribute('aria-owns');
  if (!ids) return [];
  return ids
    .split(/\s+/)
    .map((id) => document.getElementById(id))
    .filter(
      (owned): owned is HTMLElement =>
        owned?.checkVisibility() === true && !contains(element, owned) && !contains(owned, element),
    );
}
