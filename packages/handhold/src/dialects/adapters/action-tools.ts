import { batch } from '../../tools/batch.js';
import { getElement } from '../../tools/element.js';
import { evaluate } from '../../tools/evaluate.js';
import { check, clear, fillForm, focus, select, submit, upload } from '../../tools/forms.js';
import { click, press, scroll, type } from '../../tools/interaction.js';
import { consoleMessages, downloads, network } from '../../tools/logs.js';
import { back, forward, navigate, reload } from '../../tools/navigation.js';
import { find, screenshot, snapshot } from '../../tools/observation.js';
import { drag, hover, mouse } from '../../tools/pointer.js';
import { getImages, pdf, read } from '../../tools/reading.js';
import { storage } from '../../tools/storage.js';
import { close, dialog } from '../../tools/system.js';
import { tabs } from '../../tools/tabs.js';
import { askUser, complete, fail } from '../../tools/task.js';
import { wait } from '../../tools/waiting.js';

/** The tool that does each type of action, for what the types of actions are derived from. */
export const actionTools = {
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
  fill_form: fillForm,
  check,
  clear,
  focus,
  submit,
  upload,
  hover,
  drag,
  mouse,
  get_element: getElement,
  screenshot,
  wait,
  tabs,
  dialog,
  read,
  batch,
  get_images: getImages,
  pdf,
  console: consoleMessages,
  network,
  downloads,
  storage,
  evaluate,
  ask_user: askUser,
  complete,
  fail,
  close,
};
