import { ActingState } from './acting/state.js';
import { DomState } from './dom/state.js';
import { ListenersState } from './listeners/state.js';
import { LookingState } from './looking/state.js';
import { RefsState } from './refs/state.js';
import { RiskState } from './risk/state.js';
import { SecretsState } from './secrets/state.js';
import { SettlingState } from './settling/state.js';
import { TargetingState } from './targeting/state.js';

/** All that the page script holds of its document, a part for each room: caches, clocks, refs, watches, observers. */
class DocumentState {
  readonly dom = new DomState();
  readonly looking = new LookingState();
  readonly targeting = new TargetingState();
  readonly refs = new RefsState();
  readonly acting = new ActingState();
  readonly settling = new SettlingState();
  readonly listeners = new ListenersState();
  readonly secrets = new SecretsState();
  readonly risk = new RiskState();
}

/** The one owner of what changes in the page script: no other module holds anything of it. */
export const state = new DocumentState();
