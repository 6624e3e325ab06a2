// SECURITY.md: contracts, previews, reachability checks, health probes and calls all go through one guard.
// Every name and address below leads to a server on this machine that must not be reached.
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '../../src/server/data-folder.ts';
import { newFolder, openMarket, providerOf, publish } from '../market.ts';
import { openSeller, serve } from '../../../../test-bed/within-test.ts';
import type { Resolve } from '../../src/sellers/resolve.ts';

const NAME = 'seller.example.com';

/** Names that all resolve to loopback. */
function loopback() {
  const hostnames: string[] = [];
  const resolve: Resolve = (hostname, callback) => {
    hostnames.push(hostname);
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  return Object.assign(resolve, { hostnames });
}

const openCanary = () => serve((_request, response) => response.end('{}'));

describe('a server on this machine, outside dev mode', () => {
  async function open() {
    const canary = await openCanary();
    const folder = newFolder();
    const resolve = loopback();
    const market = await openMarket({
      dev: false,
      folder,
      resolve,
      environment: { MKT_SELLER_PORTS: `443,${canary.port}` },
    });
    const api = await market.otherApi();
    return { canary, market, api, resolve, url: `https://${NAME}:${canary.port}` };
  }

  it('preview and import say that the address is not allowed, and nothing more', async () => {
    const { canary, api, resolve, url } = await open();
    for (const path of ['/v1/listings/from-service/preview', '/v1/listings/from-service']) {
      const { status, body, text } = await api.post(path, { serviceUrl: url });
      expect([status, body.type]).toEqual([400, 'url_not_allowed']);
      expect(text).not.toMatch(/127\.0\.0\.1|ECONN|refused/i);
    }
    expect(resolve.hostnames.length).toBeGreaterThan(0);
    expect(canary.connections.made).toBe(0);
  });

  it('a review checks the endpoint and the health endpoint without a connection', async () => {
    const { canary, market, api, resolve, url } = await open();
    const runContract = { healthEndpoint: `${url}/health` };
    const { status, body } = await api.post('/v1/providers', providerOf({ url }, { runContract }));
    expect(status).toBe(201);
    await market.reviewsIdle();
    const { body: reviewed } = await api.get(`/v1/providers/${body.id}`);
    expect(reviewed.status).toBe('flagged');
    expect(JSON.stringify(reviewed.reviewChecks)).not.toMatch(/127\.0\.0\.1|ECONN/);
    expect(resolve.hostnames).toContain(NAME);
    expect(canary.connections.made).toBe(0);
  });
});

describe('a name that was public at the review and private later', () => {
  /** A listing that was published in production, and whose name now resolves to this machine. */
  async function openRebound() {
    const folder = newFolder();
    const seller = await openSeller();
    const dev = await openMarket({ folder });
    const { id } = await publish(dev, seller, {
      runContract: { healthEndpoint: `${seller.url}/health` },
    });
    await dev.close();
    const database = new Database(databaseFile(folder));
    const base = `https://${NAME}:${seller.port}`;
    database
      .prepare('UPDATE listing SET endpoint_path = ?, health_endpoint = ?')
      .run(`${base}/run`, `${base}/health`);
    database.close();
    const resolve = loopback();
    const market = await openMarket({
      dev: false,
      folder,
      resolve,
      environment: { MKT_SELLER_PORTS: String(seller.port) },
    });
    const made = seller.connections.made;
    return {
      id,
      market,
      resolve,
      api: await market.otherApi({ email: 'dev@localhost' }),
      connections: () => seller.connections.made - made,
    };
  }

  it('is not called: the order fails, and is not charged', async () => {
    const { id, api, resolve, connections } = await openRebound();
    const { body } = await api.activate(id, {}, 10);
    expect(body).toMatchObject({
      orderState: 'failed',
      charged: false,
      failure: { kind: 'url_not_allowed' },
    });
    expect(body.errorMessage).not.toMatch(/127\.0\.0\.1|ECONN/);
    expect(resolve.hostnames).toEqual([NAME]);
    expect(connections()).toBe(0);
  });

  it('is not probed: it is unhealthy', async () => {
    const { id, market, api, resolve, connections } = await openRebound();
    // The probe and both of its repetitions.
    for (const ms of [10 * 60_000, 6_000, 16_000]) await market.advance(ms);
    const { body } = await api.get(`/v1/providers/${id}/health`);
    expect(body.status).toBe('unhealthy');
    expect(resolve.hostnames).toContain(NAME);
    expect(connections()).toBe(0);
  });

  it('does not pass the checks of a change', async () => {
    const { id, api, connections } = await openRebound();
    const { body: listing } = await api.get(`/v1/listings/${id}`);
    const inputSchema = { type: 'object' };
    const { status, body } = await api.patch(`/v1/listings/${id}`, {
      runContract: { ...listing.runContract, inputSchema },
    });
    expect([status, body.type]).toEqual([422, 'review_failed']);
    expect(connections()).toBe(0);
  });
});

describe('the request to a seller', () => {
  it('contains nothing of the buyer’s request but its input: no key, cookie or header', async () => {
    const heads: string[] = [];
    const seller = await serve((request, response) => {
      heads.push(JSON.stringify([request.url, request.rawHeaders]));
      response.end(request.method === 'POST' ? '{}' : undefined);
    });
    const market = await openMarket();
    const { id } = await publish(market, seller);
    const { body } = await market.api.post(
      '/v1/orders',
      { listingId: id },
      {
        headers: {
          prefer: 'wait=10',
          cookie: 'session=secret-of-the-buyer',
          authorization: 'Basic secret-of-the-buyer',
          'x-forwarded-for': '203.0.113.99',
          'user-agent': 'secret-of-the-buyer',
          'idempotency-key': 'secret-of-the-buyer',
          traceparent: '00-secret-of-the-buyer',
        },
      },
    );
    expect(body.orderState).toBe('completed');
    expect(heads.join()).not.toMatch(/secret-of-the-buyer|203\.0\.113\.99|mkt_|cookie/i);
  });

  it('does not use a proxy from the environment', async () => {
    const proxy = await openCanary();
    const seller = await openSeller();
    const names = [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'NODE_USE_ENV_PROXY',
    ];
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    try {
      const market = await openMarket();
      const { id } = await publish(market, seller);
      expect((await market.api.activate(id, {}, 10)).body.orderState).toBe('completed');
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.connections.made).toBe(0);
  });
});
