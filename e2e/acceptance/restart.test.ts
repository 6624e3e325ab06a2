// What survives a restart (docs/buy/orders.md#guarantees). Crashes in the middle of a call are tested in
// e2e/torture.
import { afterAll, describe, expect, it } from 'vitest';
import { providerOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, connect, createKey, settled, type Market } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { newEncryptionKey } from './production.ts';
import { startSeller, type Seller, type SellerRequest } from '../../test-bed/seller.ts';
import { envelopeOf, isVerified } from './signature.ts';
import { createOwnServers } from './own-servers.ts';
import type { ServerOptions } from './start-server.ts';
import { createGate } from '../../test-bed/gate.ts';

const servers = createOwnServers();
const { newFolder } = servers;
const sellers: Seller[] = [];
afterAll(() => Promise.all(sellers.map((seller) => seller.close())));

const start = async (options: ServerOptions): Promise<Market> =>
  connect(await servers.start(options), sellers);

async function newSeller() {
  const seller = await startSeller();
  sellers.push(seller);
  return seller;
}

function lastCall(seller: Seller): SellerRequest {
  const call = seller.requestsTo('POST /run').at(-1);
  if (!call) throw new Error('The seller was not called.');
  return call;
}

const secretOf = async ({ api }: Market, id: string): Promise<string> =>
  (await api.post(`/v1/providers/${id}/signing-secret`, {})).body.secret;

describe.concurrent('a restart', () => {
  it('restarts an interrupted review', async () => {
    const dataDir = await newFolder();
    const first = await start({ dataDir });
    const seller = await newSeller();
    const gate = createGate();
    seller.on('HEAD /run', gate.before({ status: 200 }));
    const { body } = await first.api.post('/v1/providers', providerOf(seller));
    await gate.reached;
    await first.server.stop('SIGKILL');
    gate.open();
    const second = await start({ dataDir });
    expect((await reviewed(second.api, body.id)).status).toBe('published');
  });

  it('leaves all records unchanged', async () => {
    const dataDir = await newFolder();
    const first = await start({ dataDir });
    const { provider, seller } = await first.publish();
    const key = 'kept-over-a-restart';
    const headers = { 'idempotency-key': key };
    const body = { listingId: provider.id, requestBody: { a: 1 } };
    const order = await settled(
      first.api,
      (await first.api.post('/v1/orders', body, { headers })).body,
    );
    const secret = await secretOf(first, provider.id);
    const buyerId = envelopeOf(lastCall(seller)).buyerId;
    expect(await first.server.stop()).toBe(0);

    const second = await start({ dataDir });
    expect((await second.api.get(`/v1/providers/${provider.id}`)).body).toEqual(provider);
    expect((await second.api.get(`/v1/orders/${order.id}`)).body).toEqual(order);
    expect(await secretOf(second, provider.id)).toBe(secret);
    const replay = await second.api.post('/v1/orders', body, { headers });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.body).toEqual(order);
    await activate(second.api, provider.id, {});
    const call = lastCall(seller);
    expect(seller.requestsTo('POST /run')).toHaveLength(2);
    expect(envelopeOf(call).buyerId).toBe(buyerId);
    expect(isVerified(secret, call)).toBe(true);
    const slug = (
      await second.api.post('/v1/providers', providerOf(seller, { title: provider.title }))
    ).body.slug;
    expect(slug).toBe(`${provider.slug}-2`);
  });
});

describe.concurrent('a new encryption key', () => {
  it('preserves secrets and pseudonyms when it is first listed before the old one, and then replaces it', async () => {
    const dataDir = await newFolder();
    const [old, fresh] = [newEncryptionKey(), newEncryptionKey()];
    const first = await start({ dataDir, env: { MKT_ENCRYPTION_KEY: old } });
    const { provider, seller } = await first.publish();
    await activate(first.api, provider.id, {});
    const secret = await secretOf(first, provider.id);
    await first.server.stop();

    const second = await start({ dataDir, env: { MKT_ENCRYPTION_KEY: `${fresh},${old}` } });
    expect(await secretOf(second, provider.id)).toBe(secret);
    const later = await second.publish();
    await activate(second.api, provider.id, {});
    await activate(second.api, later.provider.id, {});
    const [before, after] = seller.requestsTo('POST /run') as [SellerRequest, SellerRequest];
    expect(envelopeOf(after).buyerId).toBe(envelopeOf(before).buyerId);
    expect(isVerified(secret, after)).toBe(true);
    const [other] = later.seller.requestsTo('POST /run') as [SellerRequest];
    expect(envelopeOf(other).buyerId).toBe(envelopeOf(before).buyerId);

    const sealed = await second.server.run(['secrets', 're-encrypt', '--data', dataDir]);
    expect(sealed.code, sealed.stderr).toBe(0);
    await second.server.stop();
    const third = await start({ dataDir, env: { MKT_ENCRYPTION_KEY: fresh } });
    expect(await secretOf(third, provider.id)).toBe(secret);
    await activate(third.api, provider.id, {});
    expect(envelopeOf(lastCall(seller)).buyerId).toBe(envelopeOf(before).buyerId);
    expect(isVerified(secret, lastCall(seller))).toBe(true);
  });

  it('cannot read the old secrets when it replaces the old one at once: the server reports it and creates no new ones', async () => {
    const dataDir = await newFolder();
    const first = await start({ dataDir, env: { MKT_ENCRYPTION_KEY: newEncryptionKey() } });
    await first.publish();
    await first.server.stop();
    const env = { MKT_ENCRYPTION_KEY: newEncryptionKey() };
    await expect(start({ dataDir, env })).rejects.toThrow(/MKT_ENCRYPTION_KEY/);
  });
});

describe.concurrent('a seller on this machine that was published in dev mode', () => {
  it('is not called outside dev mode: the check at the call fails as url_not_allowed', async () => {
    const dataDir = await newFolder();
    const env = { MKT_ENCRYPTION_KEY: newEncryptionKey() };
    const dev = await start({ dataDir, env });
    const { provider, seller } = await dev.publish();
    await dev.server.stop();
    const calls = seller.requests.length;

    const production = await start({ dataDir, env, dev: false });
    const key = await createKey(production.server, 'buyer@example.com', '*');
    const order = await activate(production.anonymous.as(key), provider.id, {});
    expect(order).toMatchObject({
      orderState: 'failed',
      failure: { kind: 'url_not_allowed' },
      charged: false,
    });
    expect(seller.requests.length).toBe(calls);
    const response = await production.anonymous.as(key).post('/v1/listings/from-service', {
      serviceUrl: seller.url,
    });
    expectError(response, 400, 'url_not_allowed');
  });
});
