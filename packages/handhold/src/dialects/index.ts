import type { Toolbox } from '../toolbox.js';
import { car } from './car/dialect.js';
import { speakEthos } from './ethos/dialect.js';
import { flybrowser } from './flybrowser/dialect.js';
import type { DialectName } from './names.js';
import { prometheus } from './prometheus.js';
import { type Dialect, type DialectSurface, speak } from './surface.js';

const handhold: Dialect = {
  name: 'handhold',
  tools: (own) => [...own],
};

/** A toolbox in each way of speaking: `dialects.car(toolbox)`. */
export const dialects = {
  handhold: (toolbox) => speak(toolbox, handhold),
  car: (toolbox) => speak(toolbox, car()),
  flybrowser: (toolbox) => speak(toolbox, flybrowser),
  ethos: speakEthos,
  prometheus: (toolbox) => speak(toolbox, prometheus),
} satisfies Record<DialectName, (toolbox: Toolbox) => DialectSurface>;
