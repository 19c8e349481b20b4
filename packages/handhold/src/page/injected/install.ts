import { installClickGuard } from './acting/click-guard.js';
import { watchFocus } from './acting/focus-watch.js';
import { stopMiddlePastes } from './acting/middle-click.js';
import { stayInBrowser } from './acting/other-programs.js';
import { watchValidity } from './acting/validity.js';
import { installAskedTrees } from './listeners/asked-trees.js';
import { installRegistry } from './listeners/registry.js';
import { lookWhenLoaded } from './looking/first-look.js';
import { watchFromStart } from './settling/changes.js';
import { awaitLoad } from './settling/quiet.js';
import { state } from './state.js';

/** Adds all listeners and observers that are there from the start. Called once per document. */
export function install(): void {
  state.settling.anyClock.listen();
  installRegistry();
  installAskedTrees();
  installClickGuard();
  stayInBrowser();
  stopMiddlePastes();
  watchFromStart();
  watchFocus();
  awaitLoad();
  lookWhenLoaded();
  watchValidity();
}
