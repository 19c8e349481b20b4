import type { Tool } from '../tool.js';
import { batch } from './batch.js';
import { getElement } from './element.js';
import { evaluate } from './evaluate.js';
import { clear } from './form/clear.js';
import { check, fillForm, select, submit, upload } from './forms.js';
import { click } from './interaction/click.js';
import { focus } from './interaction/focus.js';
import { press } from './interaction/press.js';
import { type } from './interaction/type.js';
import { scroll } from './interaction.js';
import { consoleMessages, downloads, network } from './logs.js';
import { back, forward, navigate, reload } from './navigation.js';
import { find, screenshot, snapshot } from './observation.js';
import { drag, hover, mouse } from './pointer.js';
import { browseUrl, getImages, pdf, read } from './reading.js';
import { storage } from './storage.js';
import { close, dialog } from './system.js';
import { tabs } from './tabs.js';
import { askUser, complete, fail } from './task.js';
import { wait } from './waiting.js';

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

/** Whether a tool is one of ours, rather than a user's or a dialect's. */
export function isBuiltIn(tool: Tool): boolean {
  return known.has(tool);
}
