export { type CdpSession as Wire, cdpSessionOf as wireOf } from '../cdp/session.js';
