import { details } from './details.js';
import { firstLook } from './first-look.js';
import { drawnScreen } from './first-screen.js';
import { perceive } from './perceive.js';
import { images } from './reading/images.js';
import { describeLinks } from './reading/links.js';
import { read } from './reading/read.js';
import { readHtml } from './reading/read-html.js';
import { readSource } from './reading/source.js';
import { tellInternals } from './roles/internals.js';

export const lookingApi = {
  perceive,
  firstLook,
  drawnScreen,
  details,
  tellInternals,
  read,
  readHtml,
  readSource,
  describeLinks,
  images,
};
