// For tests of lists: a marketplace whose store can be filled directly, and a reader of all pages.
import { expect, onTestFinished } from 'vitest';
import { databaseFile } from '../../src/server/data-folder.ts';
import { createStore, type Store } from '../../src/server/context.ts';
import { createSealing } from '../../src/database/sealing.ts';
import { openSqlite } from '../../src/database/sqlite/engine.ts';
import { systemClock } from '../../src/server/outside.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { newFolder, openMarket, type Market } from '../market.ts';

/** Lists are read faster than one account may: their bytes count too. */
const NO_LIMITS = {
  MKT_RATE_REQUESTS_PER_SECOND: '10000',
  MKT_RATE_BURST: '10000',
  MKT_RATE_KIB_PER_SECOND: '1000000',
  MKT_RATE_KIB_BURST: '1000000',
};

/** A marketplace, and a store on the same database. */
export async function opened(): Promise<{ market: Market; store: Store; accountId: string }> {
  const folder = newFolder();
  const market = await openMarket({ folder, environment: NO_LIMITS });
  const sqlite = openSqlite({ path: databaseFile(folder), clock: systemClock });
  onTestFinished(() => sqlite.close());
  const sealing = createSealing([new Uint8Array(32)]);
  const store = createStore({ engine: sqlite.engine, sealing });
  const { body } = await market.api.get('/v1/me');
  return { market, store, accountId: body.userId };
}

/** Reads all pages of a list: their sizes and the ids on them. */
export async function walk(api: Api, path: string): Promise<{ bytes: number[]; ids: string[] }> {
  const bytes: number[] = [];
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const page = await api.get(`${path}limit=100${cursor}`);
    expect(page.status).toBe(200);
    expect(page.body.data.length).toBeGreaterThan(0);
    bytes.push(Buffer.byteLength(page.text));
    ids.push(...page.body.data.map(({ id }: { id: string }) => id));
    if (page.body.nextCursor === null) return { bytes, ids };
    cursor = `&cursor=${page.body.nextCursor}`;
  }
}
