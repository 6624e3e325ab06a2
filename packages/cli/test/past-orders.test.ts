// What new schemas would have done to past orders, with a marketplace that has as many as a test needs.
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@mkt/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPLETED_ORDER } from '../../../test-bed/completed-order.ts';
import { withinTest } from '../../../test-bed/within-test.ts';
import { checkPastOrders } from '../src/publish/assess-update.ts';
import { API_KEY, fakeMarketplace, type Reply } from './fake-marketplace.ts';

const contract = (schemas: object) =>
  ({ method: 'POST', endpointPath: 'https://api.example.com/run', ...schemas }) as never;
const ID = '0190c1f0-0000-7000-8000-000000000000';

interface Past {
  input?: unknown;
  result?: unknown;
  buyer?: string;
}

const { result: _, ...COMPLETED } = COMPLETED_ORDER;
let count = 0;
/** An order as the marketplace sends it; completed if it has a result. */
const order = ({ input = {}, result, buyer = 'a' }: Past) => ({
  ...COMPLETED,
  id: ID.replace(/.{6}$/, String(count++).padStart(6, '0')),
  buyerId: buyer,
  requestBody: input,
  failure: result === undefined ? { kind: 'timeout' } : null,
  ...(result === undefined
    ? { orderState: 'failed', errorMessage: 'It failed.', outputValid: null }
    : { orderState: 'completed', result, outputValid: result === null ? null : true }),
});

/** A client of a marketplace whose listing has these orders, in pages of the size that is asked for. */
async function clientWith(
  orders: readonly object[] | ((cursor: number, limit: number) => Reply | Promise<Reply>),
) {
  const market = await withinTest(
    fakeMarketplace(({ path }) => {
      const { searchParams } = new URL(path, 'http://market');
      const cursor = Number(searchParams.get('cursor') ?? 0);
      const limit = Number(searchParams.get('limit'));
      if (typeof orders === 'function') return orders(cursor, limit);
      const next = cursor + limit;
      const nextCursor = next < orders.length ? String(next) : null;
      return { body: { data: orders.slice(cursor, next), nextCursor } };
    }),
  );
  const client = createClient({ baseUrl: market.url, apiKey: API_KEY, retries: 0 });
  return { client, market };
}

const WIDE = { inputSchema: { type: 'object' } };
const NARROW = {
  inputSchema: {
    type: 'object',
    properties: { lang: { enum: ['en', 'de'] }, size: { type: 'integer' } },
  },
};

const check = async (
  orders: Parameters<typeof clientWith>[0],
  { before = WIDE, after = NARROW, ...reading }: Record<string, any> = {},
) => {
  const { client } = await clientWith(orders);
  const listing = { id: ID, runContract: contract(before) };
  return await checkPastOrders(client, listing, contract(after), reading);
};

// The first validation compiles the engine.
beforeAll(() => import('@mkt/conformance'));

describe('the inputs of past orders', () => {
  it('are counted, with their buyers and the newest reason', async () => {
    const orders = Array.from({ length: 250 }, (_, at) =>
      order({ input: { lang: at % 10 === 3 ? 'fr' : 'en' }, buyer: `buyer_${at % 40}` }),
    );
    // The oldest order has another reason.
    orders[249] = order({ input: { lang: 'en', size: 'large' }, buyer: 'buyer_3' });
    expect(await check(orders)).toEqual({
      read: 250,
      stopped: null,
      inputs: {
        checked: 250,
        refused: 26,
        buyers: 4,
        undecided: 0,
        first: expect.objectContaining({ path: '/lang' }),
      },
      results: null,
    });
  });

  it('are those of the newest 1,000 orders, read in pages of 100', async () => {
    const orders = Array.from({ length: 1_200 }, () => order({ input: { lang: 'fr' } }));
    const { client, market } = await clientWith(orders);
    const read: number[] = [];
    const listing = { id: ID, runContract: contract(WIDE) };
    const found = await checkPastOrders(client, listing, contract(NARROW), {
      onRead: (orders) => read.push(orders),
    });
    expect(found).toMatchObject({ read: 1_000, stopped: null, inputs: { refused: 1_000 } });
    expect(market.requests).toHaveLength(10);
    expect(market.requests[0]?.path).toBe(`/v1/providers/${ID}/orders?limit=100`);
    expect(read).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
  });

  it('do not count if the listing’s own schema refuses them: an earlier version accepted them', async () => {
    const before = { inputSchema: { type: 'object', required: ['text'] } };
    const found = await check([order({ input: { lang: 'fr' } }), order({ input: { text: '' } })], {
      before,
    });
    expect(found.inputs).toMatchObject({ checked: 1, refused: 0 });
  });

  it('count for failed orders too, and keep all digits of their numbers', async () => {
    const digits = '{"n":12345678901234567890.5}';
    const reply = JSON.stringify(order({ input: 'INPUT' })).replace('"INPUT"', digits);
    const after = { inputSchema: { properties: { n: { type: 'integer' } } } };
    const { client, market } = await clientWith(() => ({}));
    market.server.removeAllListeners('request');
    market.server.on('request', (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"data":[${reply}],"nextCursor":null}`);
    });
    const listing = { id: ID, runContract: contract(WIDE) };
    const { inputs } = await checkPastOrders(client, listing, contract(after));
    expect(inputs).toMatchObject({ checked: 1, refused: 1, first: { path: '/n' } });
  });

  it('are all accepted by a contract without a schema', async () => {
    const found = await check([order({ input: { lang: 'en' } })], { before: NARROW, after: {} });
    expect(found.inputs).toMatchObject({ checked: 1, refused: 0, first: null });
  });
});

describe('the results of past orders', () => {
  const before = {};
  const after = { outputSchema: { type: 'object' } };

  it('are those of completed orders that had a body', async () => {
    const orders = [
      order({ result: {} }),
      order({ result: 'text' }),
      order({ result: null }),
      { ...order({ result: null }), outputValid: true },
      order({}),
    ];
    expect(await check(orders, { before, after })).toMatchObject({
      read: 5,
      inputs: null,
      results: { checked: 3, refused: 2, first: { path: '' } },
    });
  });
});

describe('checking past orders', () => {
  const many = Array.from({ length: 100 }, () => order({ input: { lang: 'fr' } }));

  it('stops at its deadline with what it has', async () => {
    const found = await check(
      (cursor) => (cursor === 0 ? { body: { data: many, nextCursor: '1' } } : { hang: true }),
      { maxMs: 1_000 },
    );
    expect(found).toMatchObject({
      read: 100,
      stopped: 'Checking stopped after 1 s.',
      inputs: { refused: 100 },
    });
  });

  it('stops at its deadline when pages are empty, one after another', async () => {
    const found = await check(
      (cursor) => ({ body: { data: [], nextCursor: String(cursor + 1) } }),
      { maxMs: 500 },
    );
    expect(found).toMatchObject({ read: 0, stopped: 'Checking stopped after 0.5 s.' });
  });

  it('gives up on a value that takes too long, and does not hang', async () => {
    // Over a thousand alternatives are tried for every item.
    const deep = (depth: number): object =>
      depth === 0 ? { minimum: 1 } : { anyOf: Array.from({ length: 4 }, () => deep(depth - 1)) };
    const after = {
      inputSchema: { type: 'array', items: { anyOf: [deep(5), { type: 'integer' }] } },
    };
    const input = Array.from({ length: 100_000 }, () => 0);
    const found = await check([order({ input })], { before: {}, after, maxMs: 20_000 });
    expect(found.inputs).toMatchObject({ checked: 0, refused: 0, undecided: 1 });
  });

  it('throws the reason of its signal, also while it checks a page', async () => {
    const interrupted = new Error('interrupted');
    const controller = new AbortController();
    const alternatives = Array.from({ length: 90 }, (_, at) => ({ minimum: at + 1 }));
    const slow = {
      inputSchema: { type: 'array', items: { anyOf: [...alternatives, { type: 'integer' }] } },
    };
    // Seconds of work in a single page: the signal comes long before its end.
    const input = Array.from({ length: 10_000 }, () => 0);
    const orders = Array.from({ length: 100 }, () => order({ input }));
    const reply = () => {
      setTimeout(() => controller.abort(interrupted), 100);
      return { body: { data: orders, nextCursor: null } };
    };
    const checking = check(reply, { before: {}, after: slow, signal: controller.signal });
    await expect(checking).rejects.toBe(interrupted);
  });

  it('says why there is no number if orders cannot be read', async () => {
    const found = await check(() => ({
      status: 403,
      body: { error: 'The key lacks a scope.', type: 'insufficient_scope' },
    }));
    expect(found).toMatchObject({ read: 0, stopped: 'The key lacks a scope.' });
  });

  it('leaves the event loop free while it works', async () => {
    const orders = Array.from({ length: 100 }, () =>
      order({ input: Array.from({ length: 5_000 }, () => 'x') }),
    );
    const after = { inputSchema: { items: { pattern: '^(a|b|c|x)+$', minLength: 1 } } };
    const over = new AbortController();
    const checking = check(orders, { before: {}, after }).finally(() => over.abort());
    let turns = 0;
    while (!over.signal.aborted) {
      await pause(1);
      turns++;
    }
    expect(await checking).toMatchObject({ read: 100, inputs: { checked: 100 } });
    expect(turns).toBeGreaterThan(3);
  });
});
