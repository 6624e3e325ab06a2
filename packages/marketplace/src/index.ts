export { openMarketplace } from './composition/open-marketplace.ts';
export type {
  AccountOptions,
  CreatedAccount,
  Marketplace,
  OpenOptions,
  RefusedRequest,
} from './composition/marketplace.ts';
export { readConfig, type Config, type Flags } from './config/config.ts';
export { ConfigError } from './config/config-error.ts';
export { readEnvironment } from './config/env.ts';
