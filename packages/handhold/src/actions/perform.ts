import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import type { Actions, ActionType } from './action.js';
import { onceItIsThere } from './appearing.js';
import { changes, mark } from './changes.js';
import { type Checked, check } from './check.js';
import { type Clicked, click } from './click.js';
import { type ConsoleReport, readConsole } from './console.js';
import { type DialogAnswered, dialog } from './dialog.js';
import { type DownloadsReport, downloads } from './downloads.js';
import { type Dragged, drag } from './drag.js';
import { type Evaluated, evaluate } from './evaluate.js';
import { type Filled, fillForm } from './fill-form.js';
import { type FindReport, find } from './find.js';
import { clear, type Focused, focus } from './focus.js';
import { type ElementReport, getElement } from './get-element.js';
import { type Hovered, hover } from './hover.js';
import { type ImagesReport, images } from './images.js';
import { type MouseUsed, mouse } from './mouse.js';
import { history, type NavigationOutcome, navigate } from './navigate.js';
import { type NetworkReport, readNetwork } from './network.js';
import type { Outcome } from './outcome.js';
import { type PdfReport, pdf } from './pdf.js';
import { type Pressed, press } from './press.js';
import { type ReadReport, read } from './read.js';
import { type Screenshot, screenshot } from './screenshot.js';
import { type ScrolledTo, scroll } from './scroll.js';
import { type Selected, select } from './select.js';
import { type SnapshotReport, snapshot } from './snapshot.js';
import type { Stage } from './stage.js';
import { type StateReport, state } from './state.js';
import { type StorageReport, storage } from './storage.js';
import { type Submitted, submit } from './submit.js';
import { type TabsReport, tabs } from './tabs.js';
import { type Typed, type } from './type.js';
import { type Uploaded, upload } from './upload.js';
import { type Waited, wait } from './wait.js';
import { type WholeReport, whole } from './whole.js';

/** What performing each kind of action comes to. */
export interface Performed {
  navigate: NavigationOutcome;
  history: NavigationOutcome;
  snapshot: SnapshotReport;
  find: FindReport;
  element: ElementReport;
  click: Clicked & Outcome;
  type: Typed & Outcome;
  press: Pressed & Outcome;
  hover: Hovered & Outcome;
  focus: Focused & Outcome;
  clear: Typed & Outcome;
  select: Selected & Outcome;
  check: Checked & Outcome;
  drag: Dragged & Outcome;
  fill: Filled & Outcome;
  submit: Submitted & Outcome;
  upload: Uploaded & Outcome;
  mouse: MouseUsed & Outcome;
  scroll: ScrolledTo & Outcome;
  screenshot: Screenshot;
  read: ReadReport;
  whole: WholeReport;
  state: StateReport;
  images: ImagesReport;
  pdf: PdfReport;
  console: ConsoleReport;
  network: NetworkReport;
  downloads: DownloadsReport;
  storage: StorageReport;
  evaluate: Evaluated & Outcome;
  mark: { mark: number; document?: string };
  changes: Pick<Outcome, 'url' | 'title' | 'changes' | 'page'>;
  wait: Waited & Outcome;
  tabs: TabsReport;
  dialog: DialogAnswered & Outcome;
  close: { closed: boolean };
}

type Performer<T extends ActionType> = (action: Actions[T], stage: Stage) => Promise<Performed[T]>;

function inSession<A, R>(
  run: (action: A, session: Session, deadline: Deadline, stage: Stage) => Promise<R>,
): (action: A, stage: Stage) => Promise<R> {
  return async (action, stage) => {
    const { session, deadline } = stage;
    if (!session) throw new Failure('no_page', 'No page is open in this session.');
    return run(action, session, deadline, stage);
  };
}

const performers: { [T in ActionType]: Performer<T> } = {
  navigate: inSession(navigate),
  history: inSession(history),
  snapshot: inSession(snapshot),
  find: inSession(find),
  element: inSession(getElement),
  click: inSession(click),
  type: inSession(type),
  press: inSession(press),
  hover: inSession(hover),
  focus: inSession(focus),
  clear: inSession(clear),
  select: inSession(select),
  check: inSession(check),
  drag: inSession(drag),
  fill: inSession(fillForm),
  submit: inSession(submit),
  upload: inSession(upload),
  mouse: inSession(mouse),
  scroll: inSession(scroll),
  screenshot: inSession(screenshot),
  read: inSession(read),
  whole: inSession(whole),
  state: inSession(state),
  images: inSession(images),
  pdf: inSession(pdf),
  console: inSession(readConsole),
  network: inSession(readNetwork),
  downloads: inSession(downloads),
  storage: inSession(storage),
  evaluate: inSession(evaluate),
  mark: inSession(mark),
  changes: inSession(changes),
  wait: inSession(wait),
  tabs: inSession(tabs),
  dialog: inSession(dialog),
  close: async (_action, stage) => {
    await stage.end();
    return { closed: true };
  },
};

/** Performs an action that the gate has admitted. */
export function perform<T extends ActionType>(
  kind: T,
  action: Actions[T],
  stage: Stage,
): Promise<Performed[T]> {
  return onceItIsThere(action, stage, () => performers[kind](action, stage));
}
