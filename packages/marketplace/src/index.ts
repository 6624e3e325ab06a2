export { openMarketplace } from './server/open.ts';
export type {
  AccountOptions,
  CreatedAccount,
  Marketplace,
  OpenOptions,
  RefusedRequest,
} from './server/marketplace.ts';
export { readConfig, type Config, type Flags } from './server/config.ts';
export { ConfigError } from './server/data-folder.ts';
export { readEnvironment } from './server/config.ts';
