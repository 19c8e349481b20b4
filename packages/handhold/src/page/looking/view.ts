import type { Deadline } from '../../deadline.js';
import type { Frames, LiveFrame } from '../frames/frames.js';
import { type World, WorldGone } from '../frames/world.js';
import type {
  Belongs,
  Cards,
  News,
  OtherEffects,
  Perceived,
  PerceivedNode,
  PerceiveOptions,
  Refused,
  ScrollState,
} from '../injected/protocol.js';
import { type Arrived, perceive, perceiveFirst } from './perceive.js';

/** One node of what the agent can see, across all documents of the page; boxes are in the page's own viewport. */
export interface ViewNode extends PerceivedNode {
  frame: LiveFrame;
  /** The node that it stands in, across documents. */
  inside: ViewNode | undefined;
  /** N of @eN, once it has been given one. */
  ref?: number;
  /** It was acted on and looks different: the classes that it got and lost. */
  restyled?: string;
  /** The row, item, card or group that it belongs to. */
  belongs?: Belongs | undefined;
  /** Which of several it is that nothing else tells apart, such as `1 of 3`. */
  ordinal?: string;
  /** N of what covers it, where that has a ref of its own. */
  coverRef?: number;
}

export interface View {
  document: string;
  url: string;
  title: string;
  nodes: ViewNode[];
  viewport: { width: number; height: number };
  scroll: ScrollState;
  news: News[];
  moreNews: number;
  stir: Omit<OtherEffects, 'restyled'>;
  /** Fields that the browser found to be wrong since it was last looked at. */
  refused: (Refused & { frame: LiveFrame })[];
  /** How many more things to act on there are far from the viewport, about. */
  beyond: number;
  estimated: boolean;
  /** The frames whose documents did not answer in time, by the document that they stand in: what is in them may be there. */
  silent: Map<World, Set<number>>;
  capped: boolean;
  /** Everything outside an open modal is inert and not in the view. */
  modalOpen: boolean;
  /** Elements that are still there but were shut off together with all around them, by document. */
  behind: Map<World, ReadonlySet<number>>;
  /** The payment cards that its documents take and hold; undefined where they have nothing to do with any. */
  cards: Cards | undefined;
}

/** Time a child document gets; a frame that hangs must not hold up the page around it. */
const frameTime = 800;

/** Looks at every document of the page at once and puts the answers together where the iframes stand. */
export async function look(
  frames: Frames,
  deadline: Deadline,
  options: PerceiveOptions,
  first?: Arrived,
): Promise<View> {
  const main = await frames.main(deadline);
  const top =
    first?.world === main.world
      ? perceiveFirst(first, deadline, options)
      : perceive(main.world, deadline, options);
  const below = frames.children(main, deadline).then((children) =>
    Promise.all(
      children.map(async (frame) => ({
        frame,
        seen: await lookInto(frame, deadline.atMost(frameTime), options),
      })),
    ),
  );
  below.catch(() => undefined);
  const seen = await top;
  if (!seen) throw new WorldGone('no document');
  const inner = await deadline
    .atMost(frameTime + 200)
    .race(below)
    .catch(() => {
      deadline.check();
      return [];
    });
  return stitch(main, seen, inner);
}

async function lookInto(
  frame: LiveFrame,
  deadline: Deadline,
  options: PerceiveOptions,
): Promise<Perceived | null> {
  try {
    return await perceive(frame.world, deadline, options);
  } catch {
    return null;
  }
}

type Inner = { frame: LiveFrame; seen: Perceived | null };

/** Only the subtree of one element, child documents included when they lie inside it. */
export async function lookAt(
  frames: Frames,
  deadline: Deadline,
  text: boolean,
  frame: LiveFrame,
  root: number,
): Promise<View | undefined> {
  const seen = await perceive(frame.world, deadline, { text, root });
  if (!seen) return undefined;
  const main = await frames.main(deadline);
  const children = await frames.children(main, deadline);
  const inner = await Promise.all(
    children.map(async (child) => ({
      frame: child,
      seen: await lookInto(child, deadline.atMost(frameTime), { text, keep: true }),
    })),
  );
  return stitch(frame, seen, inner);
}

function stitch(root: LiveFrame, seen: Perceived, inner: Inner[]): View {
  const view: View = {
    document: seen.document,
    url: seen.url,
    title: seen.title,
    nodes: [],
    viewport: seen.viewport,
    scroll: seen.scroll,
    news: [...seen.news],
    moreNews: seen.moreNews,
    stir: { elsewhere: false, left: false, scrolled: undefined, maybe: false },
    refused: [],
    beyond: seen.beyond,
    estimated: seen.estimated,
    silent: new Map(),
    capped: seen.capped,
    modalOpen: seen.modalOpen,
    behind: new Map(),
    cards: cardsOf([seen, ...inner.flatMap((child) => child.seen ?? [])]),
  };
  addDocument(view, root, seen, { x: 0, y: 0 }, undefined, inner);
  return view;
}

function cardsOf(documents: readonly Perceived[]): Cards | undefined {
  const all = documents.flatMap(({ cards }) => cards ?? []);
  if (all.length === 0) return undefined;
  return { filled: all.some(({ filled }) => filled), numbers: all.flatMap(({ numbers }) => numbers) };
}

function addDocument(
  view: View,
  frame: LiveFrame,
  seen: Perceived,
  offset: { x: number; y: number },
  under: ViewNode | undefined,
  inner: Inner[],
): void {
  const placed: ViewNode[] = [];
  if (seen.behind.length > 0) view.behind.set(frame.world, new Set(seen.behind));
  for (const field of seen.refused) view.refused.push({ ...field, frame });
  if (seen.otherEffects) {
    const { elsewhere, left, scrolled, maybe } = seen.otherEffects;
    view.stir = {
      elsewhere: view.stir.elsewhere || elsewhere,
      left: view.stir.left || left,
      scrolled: view.stir.scrolled ?? scrolled,
      maybe: view.stir.maybe || maybe,
    };
  }
  const restyled = new Map(seen.otherEffects?.restyled.map(({ id, classes }) => [id, classes]));
  for (const raw of seen.nodes) {
    // Nodes are many and ours alone, so they are completed in place rather than copied.
    const node: ViewNode = Object.assign(raw, { frame, inside: placed[raw.parent] ?? under });
    const looks = restyled.get(node.id);
    if (looks !== undefined && node.kind === 'element') node.restyled = looks;
    if (node.item !== undefined) node.belongs = seen.items[node.item];
    if (under?.modal) node.modal = true;
    if (node.box) {
      node.box.x += offset.x;
      node.box.y += offset.y;
    }
    placed.push(node);
    view.nodes.push(node);
    if (node.kind !== 'frame') continue;
    const child = inner.find(
      (candidate) => candidate.frame.parent?.world === frame.world && candidate.frame.owner === node.id,
    );
    if (child?.seen) {
      view.capped ||= child.seen.capped;
      view.news.push(...child.seen.news);
      view.moreNews += child.seen.moreNews;
      view.beyond += child.seen.beyond;
      view.estimated ||= child.seen.estimated;
      addDocument(view, child.frame, child.seen, { x: node.box?.x ?? 0, y: node.box?.y ?? 0 }, node, inner);
    } else {
      view.silent.set(frame.world, (view.silent.get(frame.world) ?? new Set()).add(node.id));
      node.states = ['not answering'];
    }
  }
}
