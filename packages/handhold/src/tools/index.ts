import type { Tool } from '../tool.js';
import { getElement } from './element.js';
import { check, clear, fillForm, focus, select, submit, upload } from './forms.js';
import { click, press, scroll, type } from './interaction.js';
import { back, forward, navigate, reload } from './navigation.js';
import { find, screenshot, snapshot } from './observation.js';
import { drag, hover, mouse } from './pointer.js';
import { close, dialog } from './system.js';
import { tabs } from './tabs.js';
import { wait } from './waiting.js';

/** Every tool there is, in the order a model should read about them. */
export const builtInTools: readonly Tool[] = [
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
  close,
];
