/** The plain data that passes between the code inside a document and the code outside of it, a part for each room. */

export type { Carried, Editable, Focused, Refused, Selected, ValueSet } from './acting/protocol.js';
export { actingEvents, type Heard, type Hosts, type Listened } from './listeners/protocol.js';
export {
  type DocumentMessage,
  type Drawn,
  defaultLook,
  type FirstLook,
  type News,
  type NodeKind,
  type Perceived,
  type PerceivedNode,
  type PerceiveOptions,
} from './looking/protocol.js';
export type { ReadBlock, ReadDocument, ReadImage, ReadLink, Run } from './looking/reading/protocol.js';
export type { Belongs, Identity } from './refs/protocol.js';
export type { Cards, Facts, Reached } from './risk/protocol.js';
export type { Fingerprint, PutInto, PuttingInto, TypedKey } from './secrets/protocol.js';
export {
  type Came,
  type Loading,
  type OtherEffects,
  type Quiet,
  refreshesAtOnce,
  type WaitCondition,
} from './settling/protocol.js';
export type {
  Box,
  FindRequest,
  FindResult,
  Need,
  Obstacle,
  Ready,
  Scrolled,
  ScrollRequest,
  ScrollState,
} from './targeting/protocol.js';
