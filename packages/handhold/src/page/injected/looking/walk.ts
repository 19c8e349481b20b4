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
  shadowOf,
} from '../dom/tree.js';
import { isSuspect, listens } from '../listeners/registry.js';
import type { Box, PerceivedNode, PerceiveOptions } from '../protocol.js';
import { contextRoles, identify, isOnlyScrolled, type Why, whyActionable } from '../refs/identity.js';
import { numbered } from '../refs/items/belonging.js';
import { cacheRole } from '../refs/items/cached-roles.js';
import { BelongingList } from '../refs/items/items.js';
import { idOf } from '../refs/refs.js';
import { afterWalk } from './after-walk.js';
import { comboboxIn, isFrame } from './combobox-frame.js';
import { describe } from './describe.js';
import { dropEcho, dropWords } from './echoes.js';
import type { Horizon, Sight } from './horizon.js';
import { openModal } from './modal.js';
import { holderInside, isOnlyHovered, isPart, takesFocus } from './parts.js';
import { PartsMet } from './parts-met.js';
import { Prose } from './prose.js';
import { boxInReach } from './reach.js';
import { roleOf } from './roles/role.js';
import { cellRoles } from './roles/role-sets.js';
import { isLoose, saidBy, saidElsewhere } from './said.js';
import { isPlainInline } from './summary.js';
import { outermost, type Surround, within } from './surround.js';
import { applyCuts } from './visibility/clips.js';
import { isDecoration } from './visibility/decoration.js';
import {
  hasInteractiveInside,
  hiddenIcons,
  isFadedField,
  isOnlyForReaders,
} from './visibility/for-the-eye.js';
import { legibilityOf } from './visibility/readable.js';
import { isSeen, moreInside } from './visibility/seen.js';
import { readStyleSheets } from './visibility/style-sheets.js';
import { childrenInPlace, placedChildren } from './visual-order.js';
import {
  cellNode,
  contextNode,
  frameNode,
  headingNode,
  imageNode,
  isPlainEnd,
  ownedElsewhere,
  treesAround,
  workedByLabel,
} from './walk-nodes.js';
import { type Walked, WalkedNodes } from './walked-nodes.js';
import { isOnlyWrapper } from './wrappers.js';

const maxDepth = 1500;
const maxNodes = 60_000;
const maxSuspects = 60;
/** One pass over the rendered document: what can be acted on, and what tells it apart. */
export function walk(options: PerceiveOptions, root: Element, horizon?: Horizon): Walked {
  return new Walk(options, horizon).run(root);
}

class Walk {
  private readonly list: WalkedNodes;
  private readonly shadowRoots: ShadowRoot[] = [];
  private readonly suspects = new Set<Element>();
  private readonly items = new BelongingList();
  /** Shown already as belonging to something elsewhere. */
  private readonly owned = new Set<Element>();
  private readonly parts = new PartsMet();
  /** Found to be only wrappers around what is in them. */
  private readonly dropped = new Set<Element>();
  private counted = 0;
  private readonly modal = openModal();
  private readonly focused = activeElement();
  private capped = false;
  /** Asked once: the browser makes sure of its layout each time one reads them. */
  private readonly page = { x: scrollX, y: scrollY };

  constructor(
    private readonly options: PerceiveOptions,
    private readonly horizon: Horizon | undefined,
  ) {
    this.list = new WalkedNodes(options.text);
  }

  run(root: Element): Walked {
    readStyleSheets();
    const start = outermost(this.horizon ? 'closer' : 'whole');
    const top = this.modal && contains(root, this.modal) ? this.modal : root;
    this.shadowRoots.push(...treesAround(top));
    this.visit(top, start);
    const { shadowRoots, capped } = this;
    const { nodes, elements, holders } = this.list;
    const suspects = [...this.suspects];
    afterWalk(this.list, this.options);
    const items = this.items.all;
    const modalOpen = this.modal !== undefined;
    const partsBeyond = this.horizon ? this.parts.countBeyond() : 0;
    return { nodes, items, elements, shadowRoots, holders, suspects, capped, modalOpen, partsBeyond };
  }

  /** Reads as few styles as it can: this runs for every element there is. */
  private visit(element: Element, around: Surround, known?: CSSStyleDeclaration): void {
    const tag = element.tagName;
    if (ignored.has(tag)) return;
    if (around.depth > maxDepth || this.list.nodes.length > maxNodes) {
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
    if (!why && !this.options.text && isPlainEnd(element, tag, role, display, style)) {
      this.noteSuspect(element);
      return;
    }
    if (!this.options.text) cacheStyle(element, style);
    cacheRole(element, role);
    const inner = within(around, sight, pointer);
    if (around.holder || pointed || listens(element) || takesFocus(element))
      inner.holder = holderInside(element, around.holder);
    // Inline boxes neither cut nor are taken out of the flow.
    if (display !== 'inline') this.cut(element, display, style, inner);
    if (cellRoles.has(role)) inner.cell = this.count();
    if (tag === 'LABEL') this.visitLabelled(element, inner);
    if (tag === 'IFRAME' || tag === 'FRAME') this.pushFrame(element, inner);
    else if (why) {
      if (isSeen(element, tag === 'INPUT' || tag === 'SELECT' || tag === 'BUTTON') || isFadedField(element))
        this.visitElement(element, role, why, inner);
      else this.visitChildren(element, inner);
    } else {
      if (display !== 'inline' && !display.startsWith('table'))
        this.noteScrolling(element, role, style, inner);
      if (role === 'heading') this.visitHeading(element, inner);
      else if (contextRoles.has(role)) this.visitContext(element, role, inner);
      else if (this.options.text && cellRoles.has(role)) this.visitCell(element, role, inner);
      else {
        if (this.options.text && role === 'img' && inner.said === 'nothing') this.pushImage(element, inner);
        this.visitChildren(element, inner);
      }
    }
  }

  /** Applies the cuts that an element makes to its content, and begins a block where its text does not flow on. */
  private cut(element: Element, display: string, style: CSSStyleDeclaration, inner: Surround): void {
    const { window } = inner;
    applyCuts(element, style, inner);
    if (inner.window !== window) inner.sight = this.horizon?.lookInto(element, inner.sight) ?? inner.sight;
    if (this.options.text && !display.startsWith('inline') && display !== 'contents')
      inner.block = this.count();
  }

  private pushFrame(element: Element, inner: Surround): void {
    const node = isSeen(element) && frameNode(element, inner, this.boxInReach(element, inner));
    if (node) this.list.push(node, element);
  }

  private pushImage(element: Element, inner: Surround): void {
    if (isSeen(element))
      this.pushText(imageNode(element, inner, this.boxInReach(element, inner)), element, inner);
  }

  private visitLabelled(label: Element, inner: Surround): void {
    const control = workedByLabel(label);
    if (control)
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
    if (this.horizon) this.parts.note(element, around.holder);
    return 'part';
  }

  /** A cell may say nothing but its name, as the days of a calendar do that are drawn for the eye only. */
  private visitCell(element: Element, role: string, inner: Surround): void {
    const before = this.list.nodes.length;
    this.visitChildren(element, inner);
    if (this.list.nodes.length > before || !element.hasAttribute('aria-label') || !isSeen(element)) return;
    this.pushText(cellNode(element, inner, role, this.boxInReach(element, inner)), element, inner);
  }

  private pushText(node: PerceivedNode | undefined, element: Element, inner: Surround): void {
    if (node) this.list.push({ ...node, ...this.flow(inner) }, element);
  }

  private visitHidden(element: Element, around: Surround, sight: Sight): void {
    for (const icon of hiddenIcons(element)) {
      const role = roleOf(icon);
      this.visitElement(icon, role, role === 'button' ? 'widget' : 'listener', within(around, sight, true));
    }
  }

  private visitElement(element: Element, role: string, why: Why, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    if (!box || isOnlyForReaders(element)) {
      this.visitChildren(element, { ...inner, said: 'all' });
      return;
    }
    const { role: shownRole, name } = identify(element, role, why);
    if (!name && isLoose(why) && !cellRoles.has(role) && isDecoration(element, why)) {
      this.visitChildren(element, inner);
      return;
    }
    if (why === 'report' && role !== 'progressbar' && (!name || legibilityOf(element) === 'hidden')) return;
    const index = this.list.push(this.describe(element, shownRole, name, box, inner, why), element);
    if (element.tagName === 'SELECT' || element.tagName === 'TEXTAREA' || why === 'editor') return;
    const trees = this.shadowRoots.length;
    this.visitChildren(element, { ...inner, said: saidBy(element, name, why, this.options) });
    if (
      isLoose(why) ||
      role === 'gridcell' ||
      (role === 'combobox' && !name && comboboxIn(this.list, index) > 0)
    ) {
      if (isFrame(this.list, index)) this.list.takeOut(index);
      else if (isOnlyWrapper(this.list, index, why)) this.drop(index, trees, element, inner);
      else if (role === 'columnheader') dropWords(this.list, index);
    } else if (why === 'widget') dropEcho(this.list, index);
  }

  /** A box that scrolls by itself has a ref, so that the rest of it can be reached. */
  private noteScrolling(element: Element, role: string, style: CSSStyleDeclaration, inner: Surround): void {
    const more = moreInside(element, style);
    const box = more && isSeen(element) ? this.boxInReach(element, inner) : undefined;
    if (!more || !box) return;
    const { role: shownRole, name } = identify(element, role, 'scroll');
    this.list.push({ ...this.describe(element, shownRole, name, box, inner, 'scroll'), more }, element);
  }

  private drop(index: number, trees: number, element: Element, inner: Surround): void {
    if (!this.options.text) {
      this.list.takeOut(index);
      return;
    }
    // What it says was left to its name, which isn't told any more.
    this.dropped.add(element);
    this.list.cutOff(index);
    this.shadowRoots.length = trees;
    this.visitChildren(element, inner);
  }

  private visitHeading(element: Element, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    const node = box && headingNode(element, inner, box, this.options.text);
    if (node) this.list.push(node, element);
    this.visitChildren(element, node ? { ...inner, said: 'all' } : inner);
  }

  private visitContext(element: Element, role: string, inner: Surround): void {
    const node = contextNode(element, inner, role);
    const isModal = role === 'dialog' || role === 'alertdialog';
    if (isModal || inner.modal) node.modal = true;
    const parent = this.list.push(node, element);
    this.visitChildren(element, { ...inner, parent, modal: inner.modal || isModal });
  }

  private visitChildren(element: Element, inner: Surround): void {
    const root = shadowOf(element);
    if (root) this.shadowRoots.push(root);
    else this.noteSuspect(element);
    if (element instanceof SVGElement && !hasInteractiveInside(element)) return;
    if (this.options.text && saidElsewhere(element)) inner.said = 'all';
    if (this.options.text && inner.said !== 'all') this.visitWithProse(element, inner);
    else this.visitElements(element, root, inner);
    if (element.hasAttribute('aria-owns')) this.visitOwned(element, inner);
  }

  private noteSuspect(element: Element): void {
    if (this.suspects.size < maxSuspects && isSuspect(element)) this.suspects.add(element);
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
    const prose = new Prose(this.list, element, inner, () => this.flow(inner));
    const goOn = (child: Node) => {
      if (isText(child)) prose.say(child, element);
      else if (!isElement(child) || child.tagName === 'WBR') return;
      else if (child.tagName === 'BR') {
        prose.end();
        inner.block = this.count();
        this.list.blank = true;
      } else if (isPlainInline(child)) prose.sayAll(child);
      else {
        prose.end();
        this.visitInProse(child, inner);
      }
    };
    const placed = childrenInPlace(element);
    if (placed) for (const child of placed) goOn(child);
    else eachChild(element, goOn);
    prose.end();
  }

  private visitInProse(element: Element, inner: Surround): void {
    const style = styleOf(element);
    const isApart = standsApart(element, style.display);
    this.list.blank ||= isApart || startsBlank(element);
    this.visit(element, inner, style);
    this.list.blank ||= isApart || endsBlank(element);
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
      tag: element.localName,
      box,
      ...this.flow(inner),
    };
    return describe(node, element, inner, this.focused);
  }

  /** Of all that is searched through, only what is found is asked for what it belongs to. */
  private numbered(element: Element, name: string | undefined): { id: number; item?: number } {
    if (this.options.summaries) return { id: idOf(element) };
    const { id, belonging } = numbered(element, name);
    const item = this.items.add(belonging);
    return item === undefined ? { id } : { id, item };
  }

  private boxInReach(element: Element, inner: Surround): Box | undefined {
    return boxInReach(element, inner, this.page, this.horizon);
  }

  private count(): number {
    return ++this.counted;
  }

  /** Where a node flows, which only full mode cares about. */
  private flow(inner: Surround): { block?: number; cell?: number } {
    if (!this.options.text) return {};
    return inner.cell > 0 ? { block: inner.block, cell: inner.cell } : { block: inner.block };
  }
}
