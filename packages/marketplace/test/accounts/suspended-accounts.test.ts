// docs/reference/protocol.md#accounts: an operator suspends an account while the server runs.
import { describe, expect, it } from 'vitest';
import { openPostgresStorage } from '../../src/server/postgres-storage.ts';
import { databaseFile } from '../../src/server/data-folder.ts';
import { createSealing } from '../../src/database/sealing.ts';
import { openSqlite } from '../../src/database/sqlite/engine.ts';
import { createStore } from '../../src/server/context.ts';
import { newFolder, publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold } from '../../../../test-bed/seller.ts';

const SELLER = 'seller@example.com';

/** What `mkt-marketplace accounts suspend` and `resume` do while the server runs. */
async function operate({ home }: Market, what: 'suspend' | 'resume', email: string): Promise<void> {
  const { engine, close } = home.database
    ? await openPostgresStorage({ url: home.database, connections: 1 })
    : openSqlite({ path: databaseFile(home.folder ?? ''), clock: { now: Date.now } });
  try {
    const { accounts } = createStore({ engine, sealing: createSealing([new Uint8Array(32)]) });
    const account = await accounts.find(email);
    if (!account) throw new Error(`There is no account ${email}.`);
    await (what === 'suspend'
      ? accounts.suspend(account.id, 'Spam.')
      : accounts.resume(account.id));
  } finally {
    await close();
  }
}

describe.each(MARKETS)('a suspended account, on $name', ({ openMarket, newHome }) => {
  it('is refused everywhere, including reads and public routes, until it is resumed', async () => {
    const market = await openMarket({ folder: newFolder(), ...(await newHome()) });
    const api = await market.otherApi({ email: SELLER });
    expect((await api.get('/v1/me')).status).toBe(200);
    await operate(market, 'suspend', SELLER);
    for (const path of ['/v1/me', '/v1/orders', '/v1/marketplace/listings']) {
      const { status, body } = await api.get(path);
      expect([path, status, body.type]).toEqual([path, 403, 'account_suspended']);
    }
    expect((await api.post('/v1/api-keys', { name: 'k', scopes: [] })).status).toBe(403);
    expect((await market.api.get('/v1/marketplace/listings')).status).toBe(200);
    await operate(market, 'resume', SELLER);
    expect((await api.get('/v1/me')).status).toBe(200);
  });

  it('sells nothing, and its waiting orders fail without a call', async () => {
    const market = await openMarket({
      folder: newFolder(),
      ...(await newHome()),
      environment: { MKT_CALLS_PER_SELLER: '1' },
    });
    const api = await market.otherApi({ email: SELLER });
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller, { api });
    const running = await market.api.activate(id, { n: 1 });
    const call = await seller.nextCall();
    const waiting = await market.api.activate(id, { n: 2 });
    expect(waiting.body.orderState).toBe('pending');
    await operate(market, 'suspend', SELLER);
    expect((await market.api.activate(id, { n: 3 })).body.type).toBe('listing_not_active');
    expect((await market.api.get('/v1/marketplace/listings')).body.data).toEqual([]);
    const direct = await market.api.get(`/v1/marketplace/listings/${id}`);
    expect(direct.body.listingState).toBe('paused');
    const failed = await market.api.get(`/v1/orders/${waiting.body.id}`);
    expect(failed.body).toMatchObject({
      orderState: 'failed',
      failure: { kind: 'listing_unavailable' },
    });
    call.respond({ ok: true });
    const finished = await market.api.get(`/v1/orders/${running.body.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect(finished.body.orderState).toBe('completed');
    expect(seller.calls).toHaveLength(1);
    await operate(market, 'resume', SELLER);
    expect((await api.get(`/v1/listings/${id}`)).body.listingState).toBe('paused');
    const resumed = await api.patch(`/v1/listings/${id}`, { listingState: 'published' });
    expect(resumed.body.listingState).toBe('published');
  });
});
