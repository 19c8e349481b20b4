import type { Tool } from '../tool.js';
import { pdf } from './capture/pdf.js';
import { screenshot } from './capture/screenshot.js';
import { clear } from './form/clear.js';
import { fillForm } from './form/fill-form.js';
import { select } from './form/select.js';
import { submit } from './form/submit.js';
import { upload } from './form/upload.js';
import { check } from './interaction/check.js';
import { click } from './interaction/click.js';
import { drag } from './interaction/drag.js';
import { focus } from './interaction/focus.js';
import { hover } from './interaction/hover.js';
import { mouse } from './interaction/mouse.js';
import { press } from './interaction/press.js';
import { scroll } from './interaction/scroll.js';
import { type } from './interaction/type.js';
import { consoleMessages } from './logs/console.js';
import { downloads } from './logs/downloads.js';
import { network } from './logs/network.js';
import { back, forward, reload } from './navigation/history.js';
import { navigate } from './navigation/navigate.js';
import { tabs } from './navigation/tabs.js';
import { find } from './observation/find.js';
import { getElement } from './observation/get-element.js';
import { getImages } from './observation/get-images.js';
import { snapshot } from './observation/snapshot.js';
import { browseUrl } from './reading/browse-url.js';
import { read } from './reading/read.js';
import { evaluate } from './scripting/evaluate.js';
import { storage } from './storage/storage.js';
import { close } from './system/close.js';
import { dialog } from './system/dialog.js';
import { wait } from './system/wait.js';
import { askUser } from './task/ask-user.js';
import { batch } from './task/batch.js';
import { complete } from './task/complete.js';
import { fail } from './task/fail.js';

const all = [
  navigate,
  back,
  forward,
  reload,
  snapshot,
  find,
  click,
  type,
  press,
  scroll,
  select,
  fillForm,
  check,
  clear,
  focus,
  submit,
  upload,
  hover,
  drag,
  mouse,
  getElement,
  screenshot,
  wait,
  tabs,
  dialog,
  read,
  batch,
  getImages,
  pdf,
  consoleMessages,
  network,
  downloads,
  storage,
  evaluate,
  askUser,
  complete,
  fail,
  close,
] as const;

/** One of ours, with what it takes and answers. */
export type BuiltInTool = (typeof all)[number];

/** Every tool that a model may be offered, in the order a model should read about them. */
export const builtInTools: readonly Tool[] = all;

/** Those too that stand in no list unless they are named: a model need not read about them. */
export const knownTools: readonly Tool[] = [...builtInTools, browseUrl];

const known = new Set<Tool>(knownTools);

/** True if a tool is one of ours, rather than a user's or a dialect's. */
export function isBuiltIn(tool: Tool): boolean {
  return known.has(tool);
}
