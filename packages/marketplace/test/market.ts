import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES, type Scope } from '@mkt/protocol';
import { onTestFinished } from 'vitest';
import { openPostgresStorage } from '../src/composition/postgres-storage.ts';
import { databaseFile } from '../src/config/data-folder.ts';
import { makeApiKey } from '../src/flows/create-api-key.ts';
import { createIdentity } from '../src/system/identity.ts';
import { createSealing } from '../src/sql/sealing.ts';
import { openSqlite } from '../src/sql/sqlite/engine.ts';
import { createStore } from '../src/sql/store.ts';
import {
  createTestMarketplace,
  type TestMarketplace,
  type TestMarketplaceOptions,
} from '../src/testing.ts';
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
}

export interface Market extends TestMarketplace {
  home: Pick<MarketOptions, 'folder' | 'database'>;
  /** As the account of dev mode. */
  api: Api;
  /** Moves the time ahead, then runs the chores that this makes due, once. */
  advance(ms: number): Promise<void>;
  log: LogLine[];
}

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** A marketplace with what the tests of this package look at; it ends with the test. */
export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const { folder, database, ...given } = options;
  const log: LogLine[] = [];
  const note = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void log.push({ level, fields, message });
  const market = await createTestMarketplace({
    ...given,
    environment: {
      MKT_ENCRYPTION_KEY: ENCRYPTION_KEY,
      ...(database ? { MKT_DATABASE_URL: database } : {}),
      ...given.environment,
    },
    ...(folder ? { data: folder } : {}),
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  onTestFinished(market.close);
  return {
    ...market,
    log,
    home: { ...(folder ? { folder } : {}), database },
    api: createApi(market.url, market.apiKey),
    async advance(ms) {
      market.clock.move(ms);
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

/** The database of a marketplace, beside the server that may be running on it. */
async function openBeside({ folder, database }: Market['home']) {
  if (database) return openPostgresStorage({ url: database, connections: 1 });
  const sqlite = openSqlite({ path: databaseFile(folder ?? ''), clock: { now: Date.now } });
  sqlite.migrate();
  return sqlite;
}

/** An account with a key, made beside a marketplace that may be running. */
export async function newAccount(
  { home }: Pick<Market, 'home'>,
  email: string,
  scopes: readonly Scope[] = SCOPES,
): Promise<string> {
  const { engine, close } = await openBeside(home);
  try {
    const sealing = createSealing([new Uint8Array(32)]);
    const { accounts, apiKeys } = createStore({ engine, sealing });
    const identity = createIdentity(new Uint8Array(32));
    const { accountId } = await accounts.ensure({
      ids: { account: identity.id(), user: identity.id() },
      email,
      name: email,
    });
    const about = { accountId, name: 'test', scopes, expiresAtMs: null, parentId: null };
    return (await makeApiKey({ apiKeys, identity }, { ...about, origin: 'operator' })).key;
  } finally {
    await close();
  }
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
  await market.reviewsIdle();
  const { body } = await api.get(`/v1/providers/${created.body.id}`);
  if (body.status !== 'published') throw new Error(`Not published: ${JSON.stringify(body)}`);
  return body;
}
