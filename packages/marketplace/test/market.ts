import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES, type Scope } from '@mkt/protocol';
import { onTestFinished } from 'vitest';
import { openMarketplace, type Marketplace } from '../src/composition/open-marketplace.ts';
import { openPostgresStorage } from '../src/composition/postgres-storage.ts';
import { readConfig, type Flags } from '../src/config/config.ts';
import { databaseFile } from '../src/config/data-folder.ts';
import { readEnvironment, type Environment } from '../src/config/env.ts';
import type { Log } from '../src/domain/log.ts';
import { makeApiKey } from '../src/flows/create-api-key.ts';
import { createIdentity } from '../src/system/identity.ts';
import { createMovableClock, type MovableClock } from '../src/system/movable-clock.ts';
import type { Resolve } from '../src/outbound/resolve.ts';
import { createSealing } from '../src/sql/sealing.ts';
import { openSqlite } from '../src/sql/sqlite/engine.ts';
import { createStore } from '../src/sql/store.ts';
import { createApi, type Api } from './api.ts';
import type { SellerServer } from './seller-server.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

export interface MarketOptions {
  /** A data folder; in memory without one. */
  folder?: string;
  /** A Postgres, in place of the embedded database. */
  database?: string | undefined;
  environment?: Environment;
  /** False: as in production. */
  dev?: boolean;
  flags?: Flags;
  clock?: MovableClock;
  resolve?: Resolve;
}

export interface Market extends Omit<Marketplace, 'tick'> {
  home: Pick<MarketOptions, 'folder' | 'database'>;
  clock: MovableClock;
  /** As the account of dev mode. */
  api: Api;
  /** Moves the time ahead, then runs the chores that this makes due. */
  advance(ms: number): Promise<void>;
  log: LogLine[];
}

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** A whole marketplace whose time the test moves; it ends with the test. */
export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const { folder, database, dev = true, clock = createMovableClock(), resolve } = options;
  const environment = { MKT_ENCRYPTION_KEY: ENCRYPTION_KEY, ...options.environment };
  const flags = {
    dev,
    port: 0,
    ...(folder ? { data: folder } : {}),
    ...(database ? { database } : {}),
    ...options.flags,
  };
  const log: LogLine[] = [];
  const note = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void log.push({ level, fields, message });
  const writing: Log = { info: note('info'), warn: note('warn'), error: note('error') };
  const market = await openMarketplace({
    config: readConfig(flags, readEnvironment(environment), undefined),
    clock,
    log: writing,
    memory: folder === undefined,
    manual: true,
    ...(resolve ? { resolve } : {}),
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= market.close());
  onTestFinished(close);
  return {
    ...market,
    close,
    clock,
    log,
    home: { ...(folder ? { folder } : {}), database },
    api: createApi(market.url, market.devApiKey),
    async advance(ms) {
      clock.move(ms);
      await market.tick(clock.now());
    },
  };
}

/** A folder of the test's own; it is gone when the test has ended. */
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
export function providerOf(seller: Pick<SellerServer, 'url'>, parts: ListingParts = {}): object {
  const { runContract, ...rest } = parts;
  return {
    title: 'Echo',
    ...rest,
    runContract: { method: 'POST', endpointPath: `${seller.url}/run`, ...runContract },
  };
}

/** Registers a seller, and answers its listing once its review has ended. */
export async function publish(
  market: Pick<Market, 'api' | 'reviewsIdle'>,
  seller: Pick<SellerServer, 'url'>,
  parts: ListingParts & { api?: Api } = {},
): Promise<any> {
  const { api = market.api, ...rest } = parts;
  const created = await api.post('/v1/providers', providerOf(seller, rest));
  await market.reviewsIdle();
  const { body } = await api.get(`/v1/providers/${created.body.id}`);
  if (body.status !== 'published') throw new Error(`Not published: ${JSON.stringify(body)}`);
  return body;
}
