import type { Tool } from '../tool.js';
import { batch } from './batch.js';
import { getElement } from './element.js';
import { evaluate } from './evaluate.js';
import { check, clear, fillForm, focus, select, submit, upload } from './forms.js';
import { click, press, scroll, type } from './interaction.js';
import { consoleMessages, downloads, network } from './logs.js';
import { back, forward, navigate, reload } from './navigation.js';
import { find, screenshot, snapshot } from './observation.js';
import { drag, hover, mouse } from './pointer.js';
import { getImages, pdf, read } from './reading.js';
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

/** Every tool there is, in the order a model should read about them. */
export const builtInTools: readonly Tool[] = all;
