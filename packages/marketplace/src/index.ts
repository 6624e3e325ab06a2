export {
  openMarketplace,
  type AccountOptions,
  type CreatedAccount,
  type Marketplace,
  type OpenOptions,
  type RefusedRequest,
} from './composition/open-marketplace.ts';
export { readConfig, type Config, type Flags } from './config/config.ts';
export { ConfigError } from './config/config-error.ts';
export { readEnvironment } from './config/env.ts';
