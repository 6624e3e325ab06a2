import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AccountOptions, TestMarketplace, TestMarketplaceOptions } from '../src/testing.ts';
import { openSchemas, type Schemas } from '../src/server/sellers.ts';
import { openForTest } from '../src/testing/open.ts';
import { runStatements } from './postgres/databases.ts';
import { createApi, type Api } from '../../../test-bed/api.ts';
import type { LocalServer } from '../../../test-bed/local-server.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

export interface MarketOptions extends Omit<TestMarketplaceOptions, 'data' | 'log'> {
  /** A data folder; in memory without one. */
  folder?: string;
  /** A Postgres, in place of the embedded database. */
  database?: string | undefined;
  /** Tries calls again that were not sent, as in production. */
  retriesCalls?: boolean;
}

export interface Market extends TestMarketplace {
  home: Pick<MarketOptions, 'folder' | 'database'>;
  /** As the account of dev mode. */
  api: Api;
  /** As another account, which it creates. */
  otherApi(account?: AccountOptions): Promise<Api>;
  /** Moves the time ahead, then runs the chores that this makes due, once. */
  advance(ms: number): Promise<void>;
  log: LogLine[];
}

/**
 * The schema processes of the tests that a process runs: to start them takes longer than most tests. A
 * market with a list of blocked words has its own.
 */
let sharedSchemas: Schemas | undefined;

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/**
 * Waits until every transaction that runs now has ended, for at most two seconds. On Postgres an order
 * that settled during one, such as that of the queue of jobs, would only be counted by a later run of the
 * chores.
 */
const NO_OLDER_TRANSACTION = `DO $$ DECLARE next xid8 := pg_snapshot_xmax(pg_current_snapshot()); BEGIN
  FOR attempt IN 1..400 LOOP
    EXIT WHEN pg_snapshot_xmin(pg_current_snapshot()) >= next;
    PERFORM pg_sleep(0.005);
  END LOOP;
END $$`;

/** A marketplace with what the tests of this package look at; it ends with the test. */
export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const { folder, database, retriesCalls = false, ...given } = options;
  const log: LogLine[] = [];
  const note = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void log.push({ level, fields, message });
  const environment = {
    MKT_ENCRYPTION_KEY: ENCRYPTION_KEY,
    ...(database ? { MKT_DATABASE_URL: database } : {}),
    ...given.environment,
  };
  const hasOwnWords = given.environment?.['MKT_BLOCKED_WORDS_FILE'] !== undefined;
  const schemas = hasOwnWords
    ? undefined
    : (sharedSchemas ??= openSchemas({ blockedWordsFile: null }));
  const market = await openForTest(
    {
      ...given,
      environment,
      ...(folder ? { data: folder } : {}),
      log: { info: note('info'), warn: note('warn'), error: note('error') },
    },
    { retriesCalls, schemas },
  );
  onTestFinished(market.close);
  return {
    ...market,
    log,
    home: { ...(folder ? { folder } : {}), database },
    api: createApi(market.url, market.apiKey),
    otherApi: async (account) =>
      createApi(market.url, (await market.createAccount(account)).apiKey),
    async advance(ms) {
      market.clock.move(ms);
      if (database) await runStatements(database, [NO_OLDER_TRANSACTION]);
      await market.clock.advance(0);
    },
  };
}

/** A folder for one test, which is removed when the test has finished. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-market-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ListingParts {
  runContract?: Record<string, unknown>;
  [field: string]: unknown;
}

/** The body that registers a seller's `/run`. */
export function providerOf(seller: Pick<LocalServer, 'url'>, parts: ListingParts = {}): object {
  const { runContract, ...rest } = parts;
  return {
    title: 'Echo',
    ...rest,
    runContract: { method: 'POST', endpointPath: `${seller.url}/run`, ...runContract },
  };
}

/** Registers a seller, and returns its listing once its review has ended. */
export async function publish(
  market: Pick<Market, 'api' | 'reviewsIdle'>,
  seller: Pick<LocalServer, 'url'>,
  parts: ListingParts & { api?: Api } = {},
): Promise<any> {
  const { api = market.api, ...rest } = parts;
  const created = await api.post('/v1/providers', providerOf(seller, rest));
  if (created.status !== 201) throw new Error(`Not created: ${created.status} ${created.text}`);
  await market.reviewsIdle();
  const { body } = await api.get(`/v1/providers/${created.body.id}`);
  if (body.status !== 'published') throw new Error(`Not published: ${JSON.stringify(body)}`);
  return body;
}
