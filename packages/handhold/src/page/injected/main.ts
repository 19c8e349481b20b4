import { actingApi } from './acting/api.js';
import { framesApi } from './frames/api.js';
import { install } from './install.js';
import { listenersApi } from './listeners/api.js';
import { lookingApi } from './looking/api.js';
import { refsApi } from './refs/api.js';
import { riskApi } from './risk/api.js';
import { secretsApi } from './secrets/api.js';
import { settlingApi } from './settling/api.js';
import { targetingApi } from './targeting/api.js';

/** All that the outside may ask of a document. Lives in an isolated world that page scripts can't reach. */
const api = {
  ...lookingApi,
  ...targetingApi,
  ...refsApi,
  ...actingApi,
  ...settlingApi,
  ...framesApi,
  ...listenersApi,
  ...secretsApi,
  ...riskApi,
};

export type InjectedApi = typeof api;

declare global {
  var handhold: InjectedApi | undefined;
}

if (!globalThis.handhold) {
  globalThis.handhold = api;
  install();
}
