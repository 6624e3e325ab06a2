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

/** For what is decided outside the database, and stored by statements that other tests run on each engine. */
export const EMBEDDED: readonly MarketUnderTest[] = isInLane('short') ? [embedded] : [];

/** Tests of other use cases run on each of these: one in the short lane, the other in the long one. */
export const MARKETS: readonly MarketUnderTest[] = [
  ...EMBEDDED,
  ...(isInLane('long') ? [onPostgres] : []),
];
