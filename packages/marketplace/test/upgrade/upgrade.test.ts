// CONTRIBUTING.md#add-a-migration: databases that earlier versions made are served, with all that is in them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { runInProcess } from '../commands/run-in-process.ts';
import { newFolder, openMarket, providerOf, type MarketOptions } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { newBareDatabase } from '../postgres/databases.ts';
import { clockAt, ENCRYPTION_KEY, type Facts, savedIn, VERSIONS } from './made.ts';

const environment = { MKT_ENCRYPTION_KEY: ENCRYPTION_KEY };

/** Puts the database of a version where a marketplace finds it. */
const RESTORE: Record<string, (version: string, rated: string) => Promise<MarketOptions>> = {
  sqlite(version, rated) {
    const folder = join(newFolder(), 'data');
    mkdirSync(folder, { mode: 0o700 });
    const file = join(folder, 'market.db');
    writeFileSync(file, savedIn(version, 'market.db'), { mode: 0o600 });
    const database = new Database(file);
    database.exec(rated);
    database.close();
    return Promise.resolve({ folder });
  },
  async postgres(version, rated) {
    const database = await newBareDatabase();
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query(savedIn(version, 'postgres.sql').toString());
    await client.query(`SET search_path = public; ${rated}`);
    await client.end();
    return { database };
  },
};

const CASES = MARKETS.flatMap(({ name: engine }) =>
  VERSIONS.map((version) => ({ engine, version })),
);

describe.each(CASES)('a database of $version on $engine', ({ engine, version }) => {
  const facts = (): Facts => JSON.parse(savedIn(version, 'facts.json').toString())[engine];

  /** `rated`: statements for the database before it is upgraded. */
  async function openUpgraded(rated = '') {
    const { atMs, ...made } = facts();
    const home = (await RESTORE[engine]?.(version, rated)) ?? {};
    if (home.database) {
      const place = ['--database', home.database];
      expect((await runInProcess(['migrate', ...place])).code).toBe(0);
      const { code, stderr } = await runInProcess(['recover', ...place]);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^Settled /)]);
    }
    const market = await openMarket({ ...home, environment, clock: clockAt(atMs) });
    const [seller, buyer] = [made.keys.seller, made.keys.buyer].map((key) =>
      createApi(market.url, key),
    );
    return { market, ...made, seller: seller!, buyer: buyer! };
  }

  it('shows everything that it showed then', async () => {
    const { seller, buyer, reads, listing, secret } = await openUpgraded();
    for (const { owner, path, body } of reads) {
      const read = await (owner === 'seller' ? seller : buyer).get(path);
      expect([path, read.status, read.body]).toMatchObject([path, 200, body]);
    }
    const shown = await seller.post(`/v1/providers/${listing.id}/signing-secret`);
    expect(shown.body).toMatchObject(secret as object);
  });

  it('is worked with as any other', async () => {
    const { market, seller, buyer, listing } = await openUpgraded();
    const service = await openSeller();
    const { runContract } = providerOf(service) as { runContract: object };
    const changed = await seller.patch(`/v1/listings/${listing.id}`, { runContract });
    expect(changed.status).toBe(200);
    await market.reviewsIdle();
    const { body } = await buyer.activate(listing.slug, { text: 'Hello' }, 10);
    expect(body).toMatchObject({ orderState: 'completed', result: { echo: { text: 'Hello' } } });
    await market.advance(60_000);
    const { body: sales } = await seller.get(`/v1/providers/${listing.id}/orders`);
    expect(sales.data[0]).toMatchObject({ id: body.id, orderState: 'completed' });
  });

  it('is sorted by the calls that were counted before', async () => {
    const quality = { successRate: 1, p50Ms: 9, p95Ms: 9, calls: 1_234, refused: 0 };
    const { listing } = facts();
    const { buyer } = await openUpgraded(
      `UPDATE listing_health SET quality_json = '${JSON.stringify(quality)}'
        WHERE listing_id = '${listing.id}'`,
    );
    const slugs = async (sort: string) => {
      const { body } = await buyer.get(`/v1/marketplace/listings?sort=${sort}`);
      return body.data.map(({ slug }: { slug: string }) => slug);
    };
    expect(await slugs('newest')).toEqual(['fail', listing.slug]);
    expect(await slugs('calls')).toEqual([listing.slug, 'fail']);
  });
});
