// Random histories of a server and an operator's command on one file: whatever either of them changes,
// a cached lookup returns what the database holds.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createStore, type Store } from '../../../src/server/context.ts';
import type { Engine, BatchedOperation } from '../../../src/database/engine.ts';
import type { Dialect, Lookup, Operation, SqliteDialect } from '../../../src/database/operation.ts';
import { findSuspended } from '../../../src/accounts/sql.ts';
import { findTargets, type SealedTarget } from '../../../src/orders/sql-place.ts';
import { findKeyByHash } from '../../../src/keys/sql.ts';
import { createSealing } from '../../../src/database/sealing.ts';
import { openSqlite } from '../../../src/database/sqlite/engine.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import { interceptSqlite } from '../../../torture/faults/intercept-sqlite.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import {
  actor,
  changed,
  draft,
  edited,
  newAccount,
  newKey,
  newOrder,
  newSecret,
  published,
} from '../samples.ts';

const STEPS = 400;

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, one: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
}

interface World {
  accounts: string[];
  keys: { id: string; hash: Uint8Array; accountId: string }[];
  listings: { id: string; slug: string }[];
}

interface Counts {
  /** Statements that read rows. */
  lookups: number;
  /** Lookups that the cache served without a statement. */
  hits: number;
  /** Steps that were not refused. */
  succeeded: number;
}

type Step = (store: Store) => Promise<unknown>;

/** The steps that a process may take: a change or an order. */
function steps(world: World, { below, one }: ReturnType<typeof randomOf>): Step[] {
  const listingOf = async (store: Store) => store.listings.find(one(world.listings).id);
  async function addKey(store: Store): Promise<void> {
    const parent = below(2) === 0 ? one(world.keys) : undefined;
    const accountId = parent?.accountId ?? one(world.accounts);
    const key = { ...newKey(accountId), parentId: parent?.id ?? null };
    await store.apiKeys.insert(key);
    world.keys.push(key);
  }
  async function change(store: Store): Promise<void> {
    const listing = await listingOf(store);
    if (!listing) return;
    const { id, version, content } = listing;
    const price = { ...content.price, amountMicros: below(1_000) };
    await store.listings.change({
      id,
      version: version - (below(4) === 0 ? 1 : 0),
      status: one(['published', 'paused', 'archived'] as const),
      actor,
      edit: edited({ ...content, price }, below(2) === 0),
    });
  }
  return [
    (store) => store.accounts.suspend(one(world.accounts), 'a test'),
    (store) => store.accounts.resume(one(world.accounts)),
    (store) => store.apiKeys.revoke(one(world.keys).id, undefined),
    (store) => store.apiKeys.touch(one(world.keys).id),
    addKey,
    addKey,
    change,
    change,
    change,
    (store) => store.secrets.rotate(one(world.listings).id, newSecret(), below(2) * 5_000),
    async function deleteDraft(store) {
      const { id, slug, version } = await draft(store, { accountId: one(world.accounts) });
      world.listings.push({ id, slug });
      await store.orders.target(slug);
      await store.listings.delete(id, version);
    },
    async function order(store) {
      const { id } = one(world.listings);
      if (!(await store.orders.target(id))) return;
      await store.orders.insert(
        await newOrder(store, { listingId: id, buyerId: one(world.accounts) }),
      );
    },
  ];
}

const bare = (found: unknown) => {
  if (typeof found !== 'object' || found === null) return found;
  const { opened: _, ...rest } = found as SealedTarget;
  return rest;
};

/** A cached lookup and the rows in the database, in one transaction. */
function* compare<Args>(
  dialect: Dialect,
  { lookup, args }: { lookup: Lookup<Args, unknown>; args: Args },
): Operation<{ cached: unknown; stored: unknown }> {
  const sqlite = dialect as SqliteDialect;
  return {
    cached: bare(sqlite.lookup(lookup, args)),
    stored: bare(yield* lookup.one(sqlite, args)),
  };
}

/** The cached lookups that differ from the database. */
async function staleLookups(engine: Engine, world: World): Promise<unknown[]> {
  const all = [
    ...world.accounts.map((args) => ({ lookup: findSuspended, args })),
    ...world.keys.map(({ hash: args }) => ({ lookup: findKeyByHash, args })),
    ...world.listings.flatMap(({ id, slug }) =>
      [id, slug].map((args) => ({ lookup: findTargets, args })),
    ),
  ] as { lookup: Lookup<unknown, unknown>; args: unknown }[];
  const stale: unknown[] = [];
  for (const each of all) {
    const { cached, stored } = await engine.read(compare, each);
    if (!isDeepStrictEqual(cached, stored)) stale.push({ cached, stored });
  }
  return stale;
}

/** The results that differ from the database, of lookups in a turn of their own, as activations do. */
async function staleResults(engine: Engine, world: World, counts: Counts): Promise<unknown[]> {
  await new Promise((resolve) => setImmediate(resolve));
  const stale: unknown[] = [];
  async function check<Args>(
    operation: BatchedOperation<Args, unknown>,
    all: Args[],
  ): Promise<void> {
    const before = counts.lookups;
    const results = await Promise.all(all.map((args) => engine.batch(operation, args)));
    counts.hits += all.length - (counts.lookups - before);
    for (const [index, args] of all.entries()) {
      const stored = bare(
        await engine.read((dialect) => operation.one(dialect as SqliteDialect, args), undefined),
      );
      const result = bare(results[index]);
      if (!isDeepStrictEqual(result, stored)) stale.push({ result, stored });
    }
  }
  await check(
    findKeyByHash,
    world.keys.map(({ hash }) => hash),
  );
  await check(
    findTargets,
    world.listings.flatMap(({ id, slug }) => [id, slug]),
  );
  return stale;
}

async function open() {
  const disk = { broken: false };
  const counts: Counts = { lookups: 0, hits: 0, succeeded: 0 };
  onTestFinished(
    interceptSqlite((sql, run) => {
      if (/^select/i.test(sql) && !sql.includes('FROM change')) counts.lookups += 1;
      if (disk.broken && sql === 'COMMIT') {
        disk.broken = false;
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
      }
      return run();
    }),
  );
  const folder = temporaryFolder();
  const clock = createStillClock();
  const sealing = createSealing([randomBytes(32)]);
  const server = await openSqliteStorage({ folder, clock, exclusive: true });
  const command = openSqlite({ path: join(folder, 'market.db'), clock });
  onTestFinished(async () => {
    await command.close();
    await server.close();
  });
  const stores = [server, command].map(({ engine }) => createStore({ engine, sealing }));
  return { disk, counts, clock, engines: [server.engine, command.engine], stores };
}

it.each([1, 2, 3])('history %i leaves no stale result in the cache', async (seed) => {
  const { disk, counts, clock, engines, stores } = await open();
  const random = randomOf(seed);
  const [store] = stores as [Store, Store];
  const world: World = { accounts: [], keys: [], listings: [] };
  for (let each = 0; each < 3; each++) {
    const accountId = await newAccount(store);
    world.accounts.push(accountId);
    const key = newKey(accountId);
    await store.apiKeys.insert(key);
    world.keys.push(key);
    world.listings.push(await published(store, { accountId }));
  }
  const paused = await published(store);
  world.listings.push(await changed(store, paused, { status: 'paused' }));
  const all = steps(world, random);
  for (let taken = 0; taken < STEPS; taken++) {
    disk.broken = random.below(20) === 0;
    // Several steps in one turn, and so in one transaction.
    const taking = Array.from({ length: 1 + random.below(3) }, () => {
      const step = random.one(all);
      return step(random.one(stores)).then(
        () => (counts.succeeded += 1),
        () => undefined,
      );
    });
    await Promise.all(taking);
    disk.broken = false;
    if (random.below(10) === 0) clock.move(2_000);
    const find = random.one([staleLookups, staleResults]);
    for (const engine of engines) expect(await find(engine, world, counts)).toEqual([]);
  }
  // A history of steps that all failed, or without a cache, would have shown nothing.
  expect(counts.succeeded).toBeGreaterThan(STEPS / 2);
  expect(counts.hits).toBeGreaterThan(STEPS);
});
