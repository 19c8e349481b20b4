/** Ethos's own way in: `import { createBrowserTools } from 'handhold/ethos'`. */
export { parseToolset, readToolset, type Toolset } from '../../personality.js';
export {
  createEthosTools as createBrowserTools,
  type EthosDefinition,
  type EthosOptions,
  type EthosTools,
  type Turn,
} from './create.js';
