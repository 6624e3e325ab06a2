// docs/buy/orders.md#states, docs/buy/orders.md#the-order-record and docs/buy/orders.md#the-call-itself: the
// outcomes of a call.
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runContractOf } from './contract.ts';
import { activate, openMarket } from './market.ts';
import { json, type Handler } from '../../test-bed/seller.ts';

const market = await openMarket();
const { api } = market;

const MIB = 1024 * 1024;

async function outcomeOf(handler: Handler, runContract: Record<string, unknown> = {}) {
  const seller = await market.seller();
  const { provider } = await market.publish({
    seller,
    provider: { runContract: runContractOf(seller, runContract) },
  });
  seller.on('POST /run', handler);
  const order = await activate(api, provider.id, {});
  expect(seller.requestsTo('POST /run')).toHaveLength(1);
  return order;
}

function expectFailed(order: any, kind: string) {
  expect(order).toMatchObject({
    orderState: 'failed',
    charged: false,
    failure: { kind },
    outputValid: null,
    outputErrors: null,
  });
  expect(order).not.toHaveProperty('result');
  expect(order.errorMessage).toMatch(/^\S.{5,}/);
  expect(Date.parse(order.completedAt)).toBeGreaterThanOrEqual(Date.parse(order.startedAt));
}

const broken: Handler = (_call, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"half":');
  setImmediate(() => response.destroy());
  return undefined;
};

describe.concurrent('a call that fails', () => {
  for (const status of [400, 401, 404, 418, 429, 500, 503, 599]) {
    it(`fails as seller_status when the seller returns ${status}`, async () => {
      const order = await outcomeOf(() => json({ error: 'No.' }, status));
      expectFailed(order, 'seller_status');
      expect(order.failure).toEqual({
        kind: 'seller_status',
        sellerStatus: status,
        sellerMessage: 'No.',
      });
    });
  }

  it('fails as invalid_json when its Content-Encoding is not decoded, which the message names', async () => {
    const order = await outcomeOf(() => ({
      headers: { 'content-type': 'application/json', 'content-encoding': 'zstd' },
      body: '{"a":1}',
    }));
    expectFailed(order, 'invalid_json');
    expect(order.errorMessage).toContain('Content-Encoding zstd');
  });

  it('fails with a message that names the seller’s status', async () => {
    const order = await outcomeOf(() => json({}, 503));
    expect(order.errorMessage).toBe('Upstream service returned 503');
    expect(order.failure).toEqual({ kind: 'seller_status', sellerStatus: 503 });
  });

  for (const status of [300, 301, 302, 303, 304, 307, 308]) {
    it(`fails as seller_status for ${status}, because redirects are not followed`, async () => {
      const target = await market.seller();
      const order = await outcomeOf(() => ({
        status,
        headers: { location: `${target.url}/run` },
      }));
      expectFailed(order, 'seller_status');
      expect(order.failure.sellerStatus).toBe(status);
      expect(target.requests).toEqual([]);
    });
  }

  for (const [what, body] of [
    ['HTML', '<p>Hello'],
    ['half of it', '{"a":'],
    ['two documents', '{}{}'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['NaN', 'NaN'],
  ] as const) {
    it(`fails as invalid_json when the body of a 2xx is ${what}`, async () => {
      const order = await outcomeOf(() => ({ body }));
      expectFailed(order, 'invalid_json');
    });
  }

  it('fails as too_large when the body exceeds 1 MiB', async () => {
    const order = await outcomeOf(() => ({ body: `"${'x'.repeat(MIB)}"` }));
    expectFailed(order, 'too_large');
  });

  it('fails as too_large when a body without a Content-Length exceeds 1 MiB', async () => {
    const order = await outcomeOf((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let i = 0; i < 5; i++) response.write(' '.repeat(MIB / 4));
      response.end('{}');
      return undefined;
    });
    expectFailed(order, 'too_large');
  });

  it('fails as connection when the connection closes during the response', async () => {
    const order = await outcomeOf(broken);
    expectFailed(order, 'connection');
    expect(order.errorMessage).toMatch(/closed the connection/);
  });

  it('fails as connection when the connection closes before the response', async () => {
    const order = await outcomeOf((_call, response) => {
      response.destroy();
      return undefined;
    });
    expectFailed(order, 'connection');
    expect(order.errorMessage).toMatch(/closed the connection/);
  });

  it('fails as connection when the service no longer listens, without socket details in the message', async () => {
    const { provider, seller } = await market.publish();
    await seller.close();
    const order = await activate(api, provider.id, {});
    expectFailed(order, 'connection');
    expect(JSON.stringify(order)).not.toMatch(/ECONN|127\.0\.0\.1|errno|syscall/);
  });
});

describe.concurrent('the seller’s error text', () => {
  const messageOf = async (body: unknown, status = 500) =>
    (await outcomeOf(() => json(body, status))).failure.sellerMessage;

  it('is truncated to 500 characters', async () => {
    expect(await messageOf({ error: 'x'.repeat(500) })).toBe('x'.repeat(500));
    expect(await messageOf({ error: 'x'.repeat(501) })).toHaveLength(500);
  });

  it('is truncated between characters, not within one', async () => {
    const message = await messageOf({ error: `${'x'.repeat(499)}👋👋` });
    expect(message.isWellFormed()).toBe(true);
    expect(message.length).toBeLessThanOrEqual(500);
  });

  for (const body of [{ error: { code: 5 } }, { message: 'x' }, ['x'], 'x', null, { error: 7 }]) {
    it(`is absent for ${JSON.stringify(body)}`, async () => {
      expect(await messageOf(body)).toBeUndefined();
    });
  }

  it('is absent for an HTML error page', async () => {
    const order = await outcomeOf(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }));
    expect(order.failure).toEqual({ kind: 'seller_status', sellerStatus: 502 });
  });
});

describe.concurrent('a call that completes', () => {
  for (const [what, status, body] of [
    ['200 with nothing', 200, ''],
    ['202 with nothing', 202, ''],
    ['204', 204, undefined],
  ] as const) {
    it(`has the result null for ${what}`, async () => {
      const order = await outcomeOf(() => ({ status, ...(body === undefined ? {} : { body }) }));
      expect(order).toMatchObject({ orderState: 'completed', charged: true });
      expect(order).toHaveProperty('result', null);
    });
  }

  for (const value of [null, 0, false, '', 'ü', [], { a: { b: [1.5e300] } }]) {
    it(`has the result ${JSON.stringify(value)} as the seller sent it`, async () => {
      const order = await outcomeOf(() => json(value));
      expect(order.orderState).toBe('completed');
      expect(order).toHaveProperty('result', value);
      expect(order).not.toHaveProperty('errorMessage');
    });
  }

  it('has the result that a proxy has compressed', async () => {
    const order = await outcomeOf(() => ({
      headers: { 'content-type': 'application/json', 'content-encoding': 'br' },
      body: brotliCompressSync('{"rows":[1,2.50,"déjà vu"]}'),
    }));
    expect(order).toMatchObject({ orderState: 'completed', result: { rows: [1, 2.5, 'déjà vu'] } });
  });

  it('accepts a body of exactly 1 MiB', async () => {
    const text = 'x'.repeat(MIB - 2);
    const order = await outcomeOf(() => json(text));
    expect(order.orderState).toBe('completed');
    expect(order.result.length).toBe(MIB - 2);
  });

  it('ignores the seller’s content type', async () => {
    const order = await outcomeOf(() => ({
      body: '{"a":1}',
      headers: { 'content-type': 'text/plain' },
    }));
    expect(order.result).toEqual({ a: 1 });
  });

  it('completes with 201 and any other 2xx', async () => {
    expect(await outcomeOf(() => json({ a: 1 }, 201))).toMatchObject({ result: { a: 1 } });
    expect(await outcomeOf(() => json({ a: 1 }, 299))).toMatchObject({ result: { a: 1 } });
  });
});

describe.concurrent('the output of a call', () => {
  const outputSchema = {
    type: 'object',
    required: ['words'],
    properties: { words: { type: 'integer' } },
  };

  it('is valid when it fits its schema', async () => {
    const order = await outcomeOf(() => json({ words: 5 }), { outputSchema });
    expect(order).toMatchObject({ outputValid: true, outputErrors: null, charged: true });
  });

  it('an output that does not fit its schema leaves the order completed and charged, with the paths of the errors', async () => {
    const order = await outcomeOf(() => json({ words: 'five' }), { outputSchema });
    expect(order).toMatchObject({
      orderState: 'completed',
      result: { words: 'five' },
      charged: true,
      outputValid: false,
      failure: null,
    });
    expect(order.outputErrors.map(({ path }: any) => path)).toEqual(['/words']);
  });

  it('an empty output is null, and is validated as null', async () => {
    const order = await outcomeOf(() => ({ status: 204 }), { outputSchema });
    expect(order).toMatchObject({ orderState: 'completed', result: null, outputValid: false });
  });

  it('is not validated when the call failed', async () => {
    const order = await outcomeOf(() => json({}, 500), { outputSchema });
    expect(order).toMatchObject({ outputValid: null, outputErrors: null });
  });
});
