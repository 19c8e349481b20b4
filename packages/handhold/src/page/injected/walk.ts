import { childrenOf, contains, isElement, isText, parentOf, shadowOf, squash } from './dom.js';
import { aim, coverRoot, isClippedAway, standIn, visibleBox } from './hit.js';
import { looksOf } from './looks.js';
import { descriptionOf, nameOf } from './name.js';
import type { Box, PerceivedNode, PerceiveOptions } from './protocol.js';
import { readStyleSheets } from './pseudo.js';
import { idOf } from './refs.js';
import { headingLevel, roleOf } from './role.js';
import { currentValue, optionsOf, statesOf } from './state.js';
import { isSuspect, listens } from './unseen.js';

const ignored = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'HEAD',
  'META',
  'LINK',
  'TITLE',
  'BASE',
  'BR',
  'WBR',
  'COL',
  'COLGROUP',
  'PARAM',
  'SOURCE',
  'TRACK',
  'DATALIST',
]);

const widgetRoles = new Set(
  (
    'button checkbox color combobox date datetime file gridcell link listbox menuitem menuitemcheckbox menuitemradio month ' +
    'option radio searchbox slider spinbutton switch tab textbox time treeitem week'
  ).split(' '),
);

/** Shown with a ref although they are only read: they are what an action is often answered with. */
const reportRoles = new Set(['alert', 'status', 'progressbar', 'alertdialog']);

const contextRoles = new Set(
  (
    'alertdialog article banner complementary contentinfo dialog figure form group listbox listitem main menu menubar ' +
    'navigation radiogroup region row search tablist tabpanel toolbar tree treegrid grid table'
  ).split(' '),
);

const cellRoles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** Contexts that say what they are about with the text inside them. */
const summarised = new Set(['row', 'listitem', 'article']);

const maxDepth = 1500;
const maxNodes = 60_000;
const maxSuspects = 60;

interface Clip {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Surround {
  parent: number;
  depth: number;
  /** What cuts normal content, and what cuts absolutely positioned content. */
  clip: Clip | undefined;
  positionedClip: Clip | undefined;
  pointer: boolean;
  /** Inside an element whose name already carries this text. */
  inNamed: boolean;
  modal: boolean;
  /** Which block of text and which table cell this flows in; only kept in full mode. */
  block: number;
  cell: number;
}

export interface Walked {
  nodes: PerceivedNode[];
  /** Elements behind the nodes, index by index; undefined for text. */
  elements: (Element | undefined)[];
  shadowRoots: ShadowRoot[];
  /** Elements that prose stands in, by the index of its node. */
  holders: Map<number, Element>;
  /** Elements that may hold a closed shadow root. */
  suspects: Element[];
  capped: boolean;
}

/** One pass over the rendered document: what can be acted on, and what tells it apart. */
export function walk(options: PerceiveOptions, root: Element): Walked {
  return new Walk(options).run(root);
}

class Walk {
  private readonly nodes: PerceivedNode[] = [];
  private readonly elements: (Element | undefined)[] = [];
  private readonly shadowRoots: ShadowRoot[] = [];
  private readonly suspects: Element[] = [];
  private counted = 0;
  private readonly holders = new Map<number, Element>();
  private readonly modal: Element | null;
  private capped = false;

  constructor(private readonly options: PerceiveOptions) {
    const modals = document.querySelectorAll('dialog:modal');
    this.modal = modals[modals.length - 1] ?? null;
  }

  run(root: Element): Walked {
    readStyleSheets();
    const start: Surround = {
      parent: -1,
      depth: 0,
      clip: undefined,
      positionedClip: undefined,
      pointer: false,
      inNamed: false,
      modal: false,
      block: 0,
      cell: 0,
    };
    this.visit(this.modal && contains(root, this.modal) ? this.modal : root, start);
    this.markCovered();
    this.summarise();
    if (!this.options.text) this.dropEmptyContexts();
    const { nodes, elements, shadowRoots, holders, suspects, capped } = this;
    return { nodes, elements, shadowRoots, holders, suspects, capped };
  }

  /** Reads as few styles as it can: this runs for every element there is. */
  private visit(element: Element, around: Surround): void {
    const tag = element.tagName;
    if (ignored.has(tag)) return;
    if (around.depth > maxDepth || this.nodes.length > maxNodes) {
      this.capped = true;
      return;
    }
    const style = getComputedStyle(element);
    const display = style.display;
    // Areas of image maps are never displayed themselves.
    if (display === 'none' && tag !== 'AREA') return;
    if (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')) return;

    const inner: Surround = { ...around, depth: around.depth + 1 };
    // Inline boxes neither cut nor are taken out of the flow.
    if (display !== 'inline') {
      this.applyClip(element, style, inner);
      if (this.options.text && !display.startsWith('inline') && display !== 'contents')
        inner.block = this.count();
    }
    inner.pointer = around.pointer || style.cursor === 'pointer';

    const role = roleOf(element);
    if (cellRoles.has(role)) inner.cell = this.count();
    if (tag === 'IFRAME' || tag === 'FRAME') {
      if (isSeen(element)) this.pushFrame(element, inner);
      return;
    }
    const why = whyActionable(element, tag, role, inner.pointer && !around.pointer);
    if (!why && display !== 'inline') this.noteScrolling(element, role, style, inner);
    if (why) {
      if (isSeen(element, tag === 'INPUT' || tag === 'SELECT' || tag === 'BUTTON'))
        this.visitElement(element, role, why, inner);
      else this.visitChildren(element, inner);
    } else if (role === 'heading') this.visitHeading(element, inner);
    else if (contextRoles.has(role)) this.visitContext(element, role, inner);
    else {
      if (this.options.text && role === 'img' && !around.inNamed && isSeen(element))
        this.pushImage(element, inner);
      this.visitChildren(element, inner);
    }
  }

  private visitElement(element: Element, role: string, why: Why, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    if (!box) {
      this.visitChildren(element, { ...inner, inNamed: true });
      return;
    }
    const { role: shownRole, name } = identify(element, role, why);
    if (why === 'report' && !name && role !== 'progressbar') return;
    const index = this.push(this.describe(element, shownRole, name, box, inner), element);
    if (element.tagName === 'SELECT' || element.tagName === 'TEXTAREA' || why === 'editor') return;
    this.visitChildren(element, { ...inner, inNamed: true });
    if (why === 'pointer' || why === 'focusable' || why === 'listener') this.dropIfOnlyWrapper(index);
  }

  /** A box that scrolls by itself has a ref, so that the rest of it can be reached. */
  private noteScrolling(element: Element, role: string, style: CSSStyleDeclaration, inner: Surround): void {
    const more = moreInside(element, style);
    const box = more && isSeen(element) ? this.boxInReach(element, inner) : undefined;
    if (!more || !box) return;
    const { role: shownRole, name } = identify(element, role, 'scroll');
    this.push({ ...this.describe(element, shownRole, name, box, inner), more }, element);
  }

  /** A clickable box around one control of the same name says nothing the control doesn't. */
  private dropIfOnlyWrapper(index: number): void {
    const wrapper = this.nodes[index];
    const only = this.nodes.length === index + 2 ? this.nodes[index + 1] : undefined;
    if (!wrapper) return;
    const sameName = only?.kind === 'element' && (only.name === wrapper.name || wrapper.name === '');
    const nothingToSay = this.nodes.length > index + 1 && wrapper.name === '' && !wrapper.looks;
    if (!sameName && !nothingToSay) return;
    this.nodes.splice(index, 1);
    this.elements.splice(index, 1);
    for (let i = index; i < this.nodes.length; i++) {
      const node = this.nodes[i];
      if (!node || node.parent < index) continue;
      node.parent = node.parent === index ? wrapper.parent : node.parent - 1;
    }
  }

  private visitHeading(element: Element, inner: Surround): void {
    const box = this.boxInReach(element, inner);
    const name = box && isSeen(element) ? nameOf(element, 'heading') : '';
    if (!box || !name) {
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
      },
      element,
    );
    this.visitChildren(element, { ...inner, inNamed: true });
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
    if (!box || box.width < 5 || box.height < 5) return;
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
    if (!name || !box) return;
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
    else if (this.suspects.length < maxSuspects && isSuspect(element)) this.suspects.push(element);
    if (element instanceof SVGElement && !hasInteractiveInside(element)) return;
    if (this.options.text && saidElsewhere(element)) inner.inNamed = true;
    if (this.options.text && !inner.inNamed) this.visitWithProse(element, inner);
    else this.visitElements(element, root, inner);
    if (element.hasAttribute('aria-owns'))
      for (const owned of ownedElsewhere(element)) this.visit(owned, inner);
  }

  /** The common case, followed link by link because it runs for every element there is. */
  private visitElements(element: Element, root: ShadowRoot | null, inner: Surround): void {
    if (element.tagName === 'SLOT') {
      for (const child of childrenOf(element)) if (isElement(child)) this.visit(child, inner);
      return;
    }
    for (let child = (root ?? element).firstElementChild; child; child = child.nextElementSibling)
      this.visit(child, inner);
  }

  /** Also gathers the text between elements, whole sentences at a time. */
  private visitWithProse(element: Element, inner: Surround): void {
    let prose = '';
    const flush = () => {
      const text = squash(prose);
      prose = '';
      if (!text || !isSeen(element) || isClippedAway(element) || isOffPage(element)) return;
      const node: PerceivedNode = {
        kind: 'text',
        id: 0,
        parent: inner.parent,
        role: 'text',
        name: text,
        tag: tagOf(element),
        ...this.flow(inner),
      };
      this.holders.set(this.push(node, undefined), element);
    };
    for (const child of childrenOf(element)) {
      if (isText(child)) prose += child.data;
      else if (isElement(child)) {
        if (child.tagName === 'BR') {
          flush();
          inner.block = this.count();
          continue;
        }
        if (isPlainInline(child)) {
          prose += child.textContent ?? '';
          continue;
        }
        flush();
        this.visit(child, inner);
      }
    }
    flush();
  }

  /** A context that holds nothing to show is not worth sending. */
  private dropEmptyContexts(): void {
    const used = new Uint8Array(this.nodes.length);
    for (const node of this.nodes) {
      if (node.kind === 'context') continue;
      for (let up = node.parent; up >= 0 && !used[up]; up = this.nodes[up]?.parent ?? -1) used[up] = 1;
    }
    const at = new Int32Array(this.nodes.length);
    let kept = 0;
    for (let i = 0; i < this.nodes.length; i++) {
      const node = this.nodes[i];
      const element = this.elements[i];
      if (
        !node ||
        (node.kind === 'context' && !used[i] && node.role !== 'dialog' && node.role !== 'alertdialog')
      )
        continue;
      at[i] = kept;
      if (node.parent >= 0) node.parent = at[node.parent] ?? -1;
      this.nodes[kept] = node;
      this.elements[kept] = element;
      kept += 1;
    }
    this.nodes.length = kept;
    this.elements.length = kept;
  }

  /** Rows and items are told apart by what they say, which is only worth finding out where something in them has a double. */
  private summarise(): void {
    const doubles = new Map<string, number>();
    for (const node of this.nodes) {
      if (node.kind === 'element')
        doubles.set(`${node.role}|${node.name}`, (doubles.get(`${node.role}|${node.name}`) ?? 0) + 1);
    }
    const shown = new Set(this.elements);
    const done = new Set<number>();
    for (const node of this.nodes) {
      if (node.kind !== 'element' || (doubles.get(`${node.role}|${node.name}`) ?? 0) < 2) continue;
      for (let up = node.parent; up >= 0 && !done.has(up); up = this.nodes[up]?.parent ?? -1) {
        done.add(up);
        const context = this.nodes[up];
        const element = this.elements[up];
        if (context && element && summarised.has(context.role)) tellApart(context, summaryOf(element, shown));
      }
    }
  }

  private describe(element: Element, role: string, name: string, box: Box, inner: Surround): PerceivedNode {
    const node: PerceivedNode = {
      kind: 'element',
      id: idOf(element),
      parent: inner.parent,
      role,
      name,
      tag: tagOf(element),
      box,
      ...this.flow(inner),
    };
    const value = currentValue(element, role);
    if (value !== undefined && value !== '' && value !== name) node.value = value;
    const states = statesOf(element, role);
    if (states.length > 0) node.states = states;
    const placeholder = element.getAttribute('placeholder');
    if (placeholder && placeholder !== name) node.placeholder = placeholder;
    const options = optionsOf(element);
    if (options) node.options = options;
    const description = descriptionOf(element, name);
    if (addsTo(name, description) && description !== placeholder) node.description = description;
    if (!name) {
      const looks = looksOf(element);
      if (looks) node.looks = looks;
    }
    if (inner.modal) node.modal = true;
    return node;
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
    this.elements.push(element);
    return this.nodes.push(node) - 1;
  }

  /** The box, if any part of it can be brought into view. */
  private boxInReach(element: Element, inner: Surround): Box | undefined {
    const box = visibleBox(standIn(element));
    if (!box) return undefined;
    if (box.x + box.width + scrollX <= 0 || box.y + box.height + scrollY <= 0) {
      if (getComputedStyle(element).direction !== 'rtl' || box.y + box.height + scrollY <= 0)
        return undefined;
    }
    const clip = inner.clip;
    if (clip) {
      const right = Math.min(box.x + box.width, clip.right);
      const bottom = Math.min(box.y + box.height, clip.bottom);
      if (right - Math.max(box.x, clip.left) <= 0 || bottom - Math.max(box.y, clip.top) <= 0)
        return undefined;
    }
    return box;
  }

  private applyClip(element: Element, style: CSSStyleDeclaration, inner: Surround): void {
    const position = style.position;
    if (position === 'fixed') inner.clip = undefined;
    else if (position === 'absolute') inner.clip = inner.positionedClip;
    const cutsX = style.overflowX === 'hidden' || style.overflowX === 'clip';
    const cutsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
    const isPage = element === document.documentElement || element === document.body;
    if ((cutsX || cutsY) && !isPage) {
      const rect = element.getBoundingClientRect();
      const outer = inner.clip;
      inner.clip = {
        left: cutsX ? Math.max(rect.left, outer?.left ?? -Infinity) : (outer?.left ?? -Infinity),
        right: cutsX ? Math.min(rect.right, outer?.right ?? Infinity) : (outer?.right ?? Infinity),
        top: cutsY ? Math.max(rect.top, outer?.top ?? -Infinity) : (outer?.top ?? -Infinity),
        bottom: cutsY ? Math.min(rect.bottom, outer?.bottom ?? Infinity) : (outer?.bottom ?? Infinity),
      };
    }
    if (inner.clip !== inner.positionedClip && (position !== 'static' || style.transform !== 'none')) {
      inner.positionedClip = inner.clip;
    }
  }

  /** Marks what can't be clicked because something lies on top of it; only what is in view can be tested. */
  private markCovered(): void {
    let budget = 300;
    for (let i = 0; i < this.nodes.length && budget > 0; i++) {
      const node = this.nodes[i];
      const element = this.elements[i];
      if (!node || !element || node.kind !== 'element' || !node.box || reportRoles.has(node.role)) continue;
      const { x, y, width, height } = node.box;
      if (x >= innerWidth || y >= innerHeight || x + width <= 0 || y + height <= 0) continue;
      budget -= 1;
      const target = standIn(element);
      const cover = lastingCover(target);
      if (!cover) continue;
      node.coveredBy = idOf(cover);
      node.cover = { ...identityOf(cover), tag: tagOf(cover) };
    }
  }
}

/** What lies on top of an element and would still do so if the page were scrolled. */
function lastingCover(target: Element): Element | undefined {
  const found = aim(target, 5);
  if (!found?.cover || contains(found.cover, target)) return undefined;
  const cover = coverRoot(found.cover, target);
  const page = document.scrollingElement;
  const canScroll = page !== null && page.scrollHeight > page.clientHeight + 1;
  if (!canScroll || !isPinned(found.cover)) return cover;
  // A bar that is pinned to an edge leaves the rest of the window free.
  const { height } = found.cover.getBoundingClientRect();
  return height > innerHeight / 2 ? cover : undefined;
}

function isPinned(element: Element): boolean {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const { position } = getComputedStyle(up);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** Whether a description says anything that the name doesn't; titles often only repeat it. */
function addsTo(name: string, description: string): boolean {
  const core = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const said = core(description);
  return said !== '' && !core(name).includes(said);
}

function tagOf(element: Element): string {
  return element.localName;
}

function insideLabel(element: Element): boolean {
  const label = element.closest('label');
  return label !== null && label.control !== null;
}

function explicitName(element: Element, role: string): string {
  return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
    ? nameOf(element, role)
    : '';
}

const inlineTags = new Set(
  'B BDI BDO CITE CODE EM I KBD MARK Q S SAMP SMALL STRONG SUB SUP U VAR SPAN TIME ABBR'.split(' '),
);

/** Inline markup that can hold nothing but text, so that its words join the sentence around it. */
function isPlainInline(element: Element): boolean {
  if (!inlineTags.has(element.tagName) || element.childElementCount > 0 || element.attributes.length > 1)
    return false;
  if (element.attributes.length === 1 && !element.hasAttribute('class')) return false;
  if (shadowOf(element) || listens(element)) return false;
  const style = getComputedStyle(element);
  return (
    style.display === 'inline' &&
    style.cursor !== 'pointer' &&
    style.visibility === 'visible' &&
    style.opacity !== '0'
  );
}

/** Text that is the name of a control or group, and shown with it. */
function saidElsewhere(element: Element): boolean {
  if (element.tagName === 'LEGEND') return element.parentElement?.tagName === 'FIELDSET';
  return element instanceof HTMLLabelElement && element.control !== null;
}

function isOffPage(element: Element): boolean {
  const { right, bottom } = element.getBoundingClientRect();
  return right + scrollX <= 0 || bottom + scrollY <= 0;
}

function hasInteractiveInside(element: SVGElement): boolean {
  return element.querySelector('a, [tabindex], [role], [onclick], foreignObject') !== null;
}

function ownedElsewhere(element: Element): Element[] {
  const ids = element.getAttribute('aria-owns');
  if (!ids) return [];
  return ids
    .split(/\s+/)
    .map((id) => document.getElementById(id))
    .filter(
      (owned): owned is HTMLElement =>
        owned !== null && !contains(element, owned) && !contains(owned, element),
    );
}

type Why = 'scroll' | 'widget' | 'report' | 'editor' | 'media' | 'pointer' | 'listener' | 'focusable';

/** Why an element can be acted on: by its role, by listening, or because it only reports. */
function whyActionable(element: Element, tag: string, role: string, pointerRoot: boolean): Why | undefined {
  if (tag === 'OPTION' || tag === 'OPTGROUP') return undefined;
  if (widgetRoles.has(role)) {
    if (role === 'gridcell' && !element.hasAttribute('tabindex') && !element.hasAttribute('aria-selected'))
      return undefined;
    return role === 'listbox' && tag !== 'SELECT' ? undefined : 'widget';
  }
  if (role === 'alert' || role === 'status' || role === 'progressbar') return 'report';
  if (tag === 'LABEL') return undefined;
  if (tag === 'CANVAS' || tag === 'VIDEO' || (tag === 'AUDIO' && element.hasAttribute('controls')))
    return 'media';
  if (pointerRoot && !insideLabel(element)) return 'pointer';
  if (listens(element) && tag !== 'BODY' && tag !== 'HTML' && !contextRoles.has(role)) return 'listener';
  if (!element.hasAttributes()) return undefined;
  if (element.hasAttribute('aria-live') && announcesText(element, role)) return 'report';
  if (element.hasAttribute('contenteditable') && isEditorRoot(element)) return 'editor';
  if (
    element.hasAttribute('onclick') ||
    element.hasAttribute('onmousedown') ||
    element.hasAttribute('onpointerdown')
  )
    return 'listener';
  if (element.getAttribute('draggable') === 'true') return 'listener';
  const tabindex = element.getAttribute('tabindex');
  if (tabindex !== null && Number.parseInt(tabindex, 10) >= 0 && !contextRoles.has(role) && tag !== 'BODY')
    return 'focusable';
  return undefined;
}

/** How much of a scrolling box is out of sight, in words; undefined where nothing is, or where the page itself scrolls. */
function moreInside(element: Element, style: CSSStyleDeclaration): string | undefined {
  const down = /auto|scroll/.test(style.overflowY) && element.clientHeight >= 40;
  const across = /auto|scroll/.test(style.overflowX) && element.clientWidth >= 40;
  if ((!down && !across) || element === document.documentElement || element === document.body)
    return undefined;
  const parts: string[] = [];
  const hiddenBelow = element.scrollHeight - element.clientHeight - element.scrollTop;
  const hiddenRight = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
  if (down && element.scrollTop > 20) parts.push('above');
  if (down && hiddenBelow > 20) parts.push('below');
  if (across && Math.abs(element.scrollLeft) > 20) parts.push('left');
  if (across && hiddenRight > 20) parts.push('right');
  return parts.length > 0 ? `more ${parts.join(' and ')}` : undefined;
}

/** Rendered, and not only there for machines. A control may be transparent where a drawing stands in for it. */
function isSeen(element: Element, mayBeFaded = false): boolean {
  if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
  if (element instanceof HTMLAreaElement) return true;
  if (getComputedStyle(element).display === 'contents')
    return element.parentElement ? isSeen(element.parentElement) : true;
  if (!mayBeFaded || !element.checkVisibility({ visibilityProperty: true })) return false;
  const around = element.parentElement;
  return around ? around.checkVisibility({ opacityProperty: true }) : true;
}

/** A live region that is only a message; one that holds things to act on is shown by these. */
function announcesText(element: Element, role: string): boolean {
  if (element.getAttribute('aria-live') === 'off' || contextRoles.has(role)) return false;
  const text = element.textContent ?? '';
  return (
    text.length < 500 &&
    text.trim() !== '' &&
    !element.querySelector('a[href], button, input, select, textarea, [tabindex]')
  );
}

function isEditorRoot(element: Element): boolean {
  return (
    element instanceof HTMLElement && element.isContentEditable && !element.parentElement?.isContentEditable
  );
}

/** What a row or item says is its name, or, where it has one, what is told beside it. */
function tellApart(context: PerceivedNode, summary: string): void {
  if (!context.name) context.name = summary;
  else {
    const rest = summary
      .split(' · ')
      .filter((part) => part !== context.name)
      .join(' · ');
    if (rest) context.description = rest;
  }
}

/** The text of a row or item outside the things in it that are shown anyway, part by part. */
function summaryOf(context: Element, shown: Set<Element | undefined>): string {
  const parts: string[] = [];
  let length = 0;
  const gather = (element: Element): void => {
    let text = '';
    for (const child of childrenOf(element)) {
      if (length > 120) return;
      if (isText(child)) text += child.data;
      else if (
        isElement(child) &&
        !ignored.has(child.tagName) &&
        !shown.has(child) &&
        child.checkVisibility()
      ) {
        if (isPlainInline(child)) text += child.textContent ?? '';
        else gather(child);
      } else if (isElement(child) && /^H[1-6]$/.test(child.tagName)) text += nameOf(child, 'heading');
    }
    const part = squash(text);
    if (part) {
      parts.push(part.slice(0, 80));
      length += part.length;
    }
  };
  gather(context);
  return parts.join(' · ');
}

/** Role and name as they are shown, which for things without a role of their own is what they are used as. */
function identify(element: Element, role: string, why: Why | undefined): { role: string; name: string } {
  switch (why) {
    case 'report':
      return reportIdentity(element, role);
    case 'editor':
      return { role: 'textbox', name: nameOf(element, 'textbox') };
    case 'scroll':
      return { role: role && role !== 'none' ? role : 'scrollable', name: nameOf(element, role || 'region') };
    case 'media':
      return { role: element.localName, name: nameOf(element, element.localName) };
    default:
      if (!role || role === 'none') return { role: 'clickable', name: nameOf(element, 'button') };
      return {
        role,
        name: nameOf(element, role) || (why === 'widget' || !why ? '' : nameOf(element, 'button')),
      };
  }
}

/** A message is named by what it says; a live region without a role of its own is a status. */
function reportIdentity(element: Element, role: string): { role: string; name: string } {
  const shown = reportRoles.has(role) ? role : 'status';
  return { role: shown, name: nameOf(element, shown) || nameOf(element, 'button') };
}

/** Role and name of one element, the way the walk would show it. */
export function identityOf(element: Element): { role: string; name: string } {
  const role = roleOf(element);
  const why = whyActionable(element, element.tagName, role, isPointerRoot(element));
  if (why) return identify(element, role, why);
  if (moreInside(element, getComputedStyle(element))) return identify(element, role, 'scroll');
  return identify(element, role, contextRoles.has(role) || role === 'heading' ? undefined : 'listener');
}

function isPointerRoot(element: Element): boolean {
  const parent = parentOf(element);
  return (
    getComputedStyle(element).cursor === 'pointer' &&
    (!parent || getComputedStyle(parent).cursor !== 'pointer')
  );
}
