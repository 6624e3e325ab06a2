export { openMarketplace, type Marketplace, type OpenOptions } from './app.ts';
export { readConfig, type Config, type Flags } from './config/config.ts';
export { ConfigError } from './config/config-error.ts';
export { readEnvironment } from './config/env.ts';
