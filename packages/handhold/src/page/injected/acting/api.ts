import { keysComeToCell } from './cell-keys.js';
import {
  choices,
  chooser,
  chosen,
  focusIsIn,
  isUnderItsOwn,
  listGone,
  nextChoices,
  selectedIn,
  stillMarked,
} from './choices.js';
import { arm } from './click-guard.js';
import { copySelected, pasteCopied, selection } from './clipboard.js';
import { dateParts } from './date-parts.js';
import { carriedTo } from './drag-load.js';
import {
  copy,
  focusElement,
  focusedIdentity,
  paste,
  readActive,
  readField,
  readSpread,
  setExact,
} from './edit.js';
import { focusFieldKnowing } from './filter-field.js';
import { editTaken, focusAged, leaveField } from './focus-watch.js';
import {
  fieldKind,
  fileField,
  fileFields,
  filesIn,
  makesTags,
  readFields,
  submitByScript,
  submitted,
  submitter,
  watchSubmit,
} from './forms.js';
import { chooseNative, chosenNative, suggestion } from './native-choices.js';
import {
  at,
  dragBegun,
  drawn,
  dropTaken,
  focused,
  touchedAt,
  unwatchDrag,
  watchDrag,
  watchDrop,
} from './pointer.js';
import { scaleOf } from './scale.js';
import { store } from './storage.js';
import { takenBy } from './taken.js';
import { radioNamed, toggle } from './toggle.js';

const pointing = {
  /** The click that was got ready will not come. */
  standDown: (): void => arm(0),
  at,
  touchedAt,
  drawn,
  watchDrag,
  unwatchDrag,
  dragBegun,
  watchDrop,
  dropTaken,
  carriedTo,
};

const typing = {
  focused,
  focusElement,
  focusField: focusFieldKnowing,
  focusedIdentity,
  focusAged,
  leaveField,
  editTaken,
  keysComeToCell,
  readActive,
  readField,
  readSpread,
  setExact,
  takenBy,
  copy,
  paste,
  copySelected,
  pasteCopied,
  selection,
};

const choosing = {
  chooser,
  choices,
  nextChoices,
  chosen,
  selectedIn,
  stillMarked,
  listGone,
  isUnderItsOwn,
  focusIsIn,
  chooseNative,
  chosenNative,
  suggestion,
};

const forms = {
  fieldKind,
  fileField,
  fileFields,
  filesIn,
  makesTags,
  readFields,
  submitter,
  submitByScript,
  submitted,
  watchSubmit,
  radioNamed,
  toggle,
  dateParts,
  scaleOf,
};

export const actingApi = { ...pointing, ...typing, ...choosing, ...forms, store };
