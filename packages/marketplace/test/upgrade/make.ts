// Makes the databases of the last version (CONTRIBUTING.md#add-a-migration); needs pg_dump of Postgres 15:
// node --conditions=mkt-source packages/marketplace/test/upgrade/make.ts
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { createApi, type Api } from '../../../../test-bed/api.ts';
import { json, OK, startSeller } from '../../../../test-bed/seller.ts';
import { openForTest } from '../../src/testing/open.ts';
import { providerOf } from '../market.ts';
import { startCluster } from '../postgres/cluster.ts';
import { clockAt, ENCRYPTION_KEY, type Facts, folderOf, type Read, VERSIONS } from './made.ts';

const version = VERSIONS.at(-1) as string;

/** What a successful request returned. */
async function made({ status, body }: Awaited<ReturnType<Api['get']>>): Promise<any> {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

interface Storage {
  data?: string;
  environment: Record<string, string>;
}

/** Fills a marketplace through its API with something of everything that it stores. */
async function fill({ data, environment }: Storage): Promise<Facts> {
  const atMs = Date.now();
  const service = await startSeller({
    handlers: {
      'HEAD /fail': () => OK,
      'GET /fail': () => OK,
      'POST /fail': () => json({ error: 'No such city' }, 422),
    },
  });
  const market = await openForTest(
    {
      ...(data === undefined ? {} : { data }),
      clock: clockAt(atMs),
      environment: { MKT_ENCRYPTION_KEY: ENCRYPTION_KEY, ...environment },
    },
    { retriesCalls: false },
  );
  const open = async (email: string) => {
    const { apiKey } = await market.createAccount({ email });
    return { key: apiKey, api: createApi(market.url, apiKey) };
  };
  const [seller, buyer] = [await open('seller@example.com'), await open('buyer@example.com')];
  await made(await seller.api.request('PUT', '/v1/profile', { name: 'Weather & Söhne' }));

  const schema = {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 9_007_199_254_740_991 } },
  };
  const listed = async (title: string, runContract: object, parts: object = {}) => {
    const body = {
      ...providerOf(service, { title, tags: ['weather'], category: 'weather', ...parts }),
    } as { runContract: object };
    const contract = { ...body.runContract, inputSchema: schema, ...runContract };
    const { id } = await made(
      await seller.api.post('/v1/providers', { ...body, runContract: contract }),
    );
    await market.reviewsIdle();
    const listing = await made(await seller.api.get(`/v1/providers/${id}`));
    if (listing.status !== 'published') throw new Error(JSON.stringify(listing));
    return listing;
  };
  const price = { amount: 0.012345, currency: 'EUR', unit: 'call' };
  const sold = await listed('Echo', {}, { price, description: 'Returns its input.' });
  const failing = await listed('Fail', { endpointPath: `${service.url}/fail` });
  const archived = await listed('Old echo', {});
  await made(await seller.api.patch(`/v1/listings/${sold.id}`, { title: 'Echo, again' }));
  await market.reviewsIdle();
  await made(await seller.api.patch(`/v1/listings/${archived.id}`, { listingState: 'archived' }));
  await made(await seller.api.post(`/v1/providers/${sold.id}/signing-secret/rotate`, {}));

  const webhook = { url: `${service.url}/hook`, events: ['order.settled'] };
  const { id: webhookId } = await made(await buyer.api.post('/v1/webhooks', webhook));
  const budget = { limit: 5, currency: 'EUR', period: 'month' };
  const budgeted = await made(
    await buyer.api.post('/v1/api-keys', { name: 'CI', scopes: ['order:create'], budget }),
  );
  const revoked = await made(
    await buyer.api.post('/v1/api-keys', { name: 'Lost', scopes: ['order:read'] }),
  );
  await made(await buyer.api.delete(`/v1/api-keys/${revoked.id}`));

  const orders: string[] = [];
  const order = async (api: Api, listingId: string, parts: object, headers = {}) => {
    const body = { listingId, requestBody: { text: 'Grüße' }, ...parts };
    const { id } = await made(
      await api.post('/v1/orders', body, { headers: { prefer: 'wait=20', ...headers } }),
    );
    orders.push(id);
  };
  for (let n = 0; n < 6; n++) await order(buyer.api, sold.id, { metadata: { run: String(n) } });
  await order(buyer.api, sold.id, {}, { 'idempotency-key': 'once' });
  await order(buyer.api.as(budgeted.key), sold.id, {});
  await order(buyer.api, failing.id, {});
  // Statistics, lists, ratings and webhooks follow.
  await market.clock.advance('2m');

  const day = new Date(atMs).toISOString().slice(0, 10);
  const paths: Read[] = [
    ...['/v1/me', '/v1/orders?limit=100', '/v1/orders?orderState=failed', '/v1/webhooks'].map(
      (path): Read => ({ owner: 'buyer', path }),
    ),
    ...orders.map((id): Read => ({ owner: 'buyer', path: `/v1/orders/${id}` })),
    { owner: 'buyer', path: '/v1/orders?metadata[run]=3' },
    { owner: 'buyer', path: `/v1/webhooks/${webhookId}/attempts` },
    { owner: 'buyer', path: '/v1/api-keys' },
    { owner: 'buyer', path: `/v1/usage?by=listing&from=${day}T00:00:00Z` },
    { owner: 'buyer', path: '/v1/audit' },
    { owner: 'buyer', path: `/v1/marketplace/listings/${sold.slug}` },
    { owner: 'buyer', path: '/v1/marketplace/listings?query=echo' },
    { owner: 'buyer', path: `/v1/marketplace/listings/${sold.slug}/history` },
    { owner: 'seller', path: '/v1/profile' },
    { owner: 'seller', path: '/v1/providers' },
    { owner: 'seller', path: `/v1/providers/${sold.id}` },
    { owner: 'seller', path: `/v1/providers/${sold.id}/orders?limit=100` },
    { owner: 'seller', path: `/v1/listings/${sold.slug}/history` },
    { owner: 'seller', path: `/v1/stats/sales?by=day&from=${day}T00:00:00Z` },
  ];
  const reads: Facts['reads'] = [];
  for (const read of paths) {
    const { api } = read.owner === 'seller' ? seller : buyer;
    reads.push({ ...read, body: await made(await api.get(read.path)) });
  }
  const secret = await made(await seller.api.post(`/v1/providers/${sold.id}/signing-secret`));
  await market.close();
  await service[Symbol.asyncDispose]();
  return {
    atMs: atMs + 120_000,
    keys: { seller: seller.key, buyer: buyer.key },
    listing: { id: sold.id, slug: sold.slug },
    secret,
    reads,
  };
}

const save = (name: string, content: Buffer | string) =>
  writeFileSync(join(folderOf(version), name), gzipSync(content, { level: 9 }));

mkdirSync(folderOf(version), { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'mkt-made-'));
const sqlite = await fill({ data, environment: {} });
const file = join(data, 'market.db');
const database = new Database(file);
database.pragma('wal_checkpoint(TRUNCATE)');
database.exec('VACUUM');
database.close();
save('market.db.gz', readFileSync(file));
rmSync(data, { recursive: true });

const cluster = await startCluster([], '15');
const url = cluster.url('postgres');
const postgres = await fill({ environment: { MKT_DATABASE_URL: url } });
// Statements that any client can run, not only psql.
const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', url], { encoding: 'utf8' });
save('postgres.sql.gz', dump.replaceAll(/^\\.*$/gm, ''));
await cluster.remove();
save('facts.json.gz', JSON.stringify({ sqlite, postgres }));
