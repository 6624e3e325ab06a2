import { newFolder, openMarket, type Market, type MarketOptions } from './market.ts';
import { newDatabase } from './postgres/databases.ts';
import { isInLane } from '../../../test-bed/lanes.ts';

/** Where a marketplace keeps what a restart finds again. */
export type Home = Pick<MarketOptions, 'folder' | 'database'>;

export interface MarketUnderTest {
  name: string;
  /** Data with which a marketplace can be opened repeatedly. */
  newHome(): Promise<Home>;
  /** With the given data, or with new data that no other market uses. */
  openMarket(options?: MarketOptions): Promise<Market>;
}

const embedded: MarketUnderTest = {
  name: 'sqlite',
  newHome: () => Promise.resolve({ folder: newFolder() }),
  openMarket,
};

const onPostgres: MarketUnderTest = {
  name: 'postgres',
  newHome: async () => ({ folder: newFolder(), database: await newDatabase() }),
  openMarket: async (options = {}) =>
    openMarket({ ...options, database: options.database ?? (await newDatabase()) }),
};

/** Every test of use cases runs on each of these: one in the short lane, the other in the long one. */
export const MARKETS: readonly MarketUnderTest[] = [
  ...(isInLane('short') ? [embedded] : []),
  ...(isInLane('long') ? [onPostgres] : []),
];
