// How @mkt/client behaves, on any runtime: this file imports nothing else.
import {
  AbortError,
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  createClient,
  InvalidInputError,
  JsonText,
  MktError,
  NotFoundError,
  OrderFailedError,
  WaitTimeoutError,
  type Client,
  type ClientOptions,
} from '@mkt/client';
import type { Report, World } from './world.ts';

type Behaviour = (market: Client, world: World) => Promise<void>;

function expectEqual(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`expected ${wanted}, found ${found}`);
}

/** The error of a call, which must be of this class. */
async function errorOf<Expected extends Error>(
  call: PromiseLike<unknown>,
  expected: abstract new (...given: never[]) => Expected,
): Promise<Expected> {
  const thrown = await call.then(
    () => new Error(`nothing was thrown instead of ${expected.name}`),
    (error: unknown) => error,
  );
  if (thrown instanceof expected) return thrown;
  throw thrown;
}

const clientOf = ({ baseUrl, apiKey }: World, options: ClientOptions = {}) =>
  createClient({ baseUrl, apiKey, allowInBrowser: true, ...options });

const countOf = async (market: Client, job: string): Promise<number> =>
  (await market.orders.list({ metadata: { job } })).data.length;

/** By title, which completes the sentence “the client …”. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'calls a listing and returns what its seller sent': async (market) => {
    const result = await market.run('echo', { text: 'Grüße, 世界 😀' });
    expectEqual(result, { text: 'Grüße, 世界 😀' });
  },

  'waits for an order that takes longer, and reports its states': async (market) => {
    const states: string[] = [];
    const result = await market.run(
      'slow',
      { text: 'later' },
      { onUpdate: ({ orderState }) => states.push(orderState) },
    );
    expectEqual([result, states.at(-1), states.length > 1], [{ text: 'later' }, 'completed', true]);
  },

  'activates and polls in two steps': async (market) => {
    const { id, orderState } = await market.activate('slow', { text: 'x' });
    const settled = await market.orders.wait(id, { timeout: '20s' });
    expectEqual([orderState !== 'completed', settled.orderState], [true, 'completed']);
  },

  'repeats an activation that a busy marketplace refuses': async (_, world) => {
    const job = `busy-${world.runtime}`;
    const market = clientOf(world, { baseUrl: `${world.busyUrl}/${job}` });
    await market.run('echo', { text: 'x' }, { metadata: { job } });
    expectEqual(await countOf(market, job), 1);
  },

  'places one order when the response to the first attempt is lost': async (_, world) => {
    const job = `lost-${world.runtime}`;
    const market = clientOf(world, { baseUrl: `${world.lostUrl}/${job}` });
    await market.run('echo', { text: 'x' }, { metadata: { job } });
    expectEqual(await countOf(market, job), 1);
  },

  'throws where an input is wrong': async (market) => {
    const error = await errorOf(market.run('echo', { txt: 'x' }), InvalidInputError);
    const { type, status, details, requestId, name } = error;
    expectEqual(
      [name, type, status, details[0]?.path, requestId !== undefined],
      ['InvalidInputError', 'invalid_input', 400, '/text', true],
    );
  },

  'throws the class of an unknown key, of an unknown listing and of a price': async (
    market,
    world,
  ) => {
    const stranger = clientOf(world, { apiKey: world.unknownKey });
    await errorOf(stranger.me(), AuthenticationError);
    const missing = await errorOf(market.listing('nowhere'), NotFoundError);
    expectEqual(missing instanceof ApiError && missing instanceof MktError, true);
    const guarded = market.run('echo', { text: 'x' }, { maxPrice: 0.01 });
    expectEqual((await errorOf(guarded, ConflictError)).type, 'listing_changed');
  },

  'throws the order that failed, with what its seller said': async (market) => {
    const { order } = await errorOf(market.run('failing', { text: 'x' }), OrderFailedError);
    expectEqual(
      [order.orderState, order.charged, order.failure.kind, order.failure.sellerMessage],
      ['failed', false, 'seller_status', 'Out of paper'],
    );
  },

  'throws the order that has not settled in time': async (market) => {
    const call = market.run('never', { text: 'x' }, { timeout: '3s', onUpdate: () => {} });
    const { order } = await errorOf(call, WaitTimeoutError);
    expectEqual(order?.orderState, 'running');
  },

  'says that a marketplace cannot be reached, and that no order was placed, where the runtime tells':
    async (_, world) => {
      const market = clientOf(world, { baseUrl: world.closedUrl, retries: 0 });
      expectEqual((await errorOf(market.me(), ConnectionError)).type, 'unreachable');
      const call = market.run('echo', { text: 'x' }, { retries: 0 });
      const { mayHaveArrived, idempotencyKey } = await errorOf(call, ConnectionError);
      const isTold = /^(?:node|bun|deno)/.test(world.runtime);
      expectEqual([mayHaveArrived, idempotencyKey !== undefined], [!isTold, !isTold]);
    },

  'ends a request, a wait and a pause as soon as its signal aborts': async (market, world) => {
    const away = clientOf(world, { baseUrl: world.closedUrl, backoff: { minDelay: '2s' } });
    const { id } = await market.activate('never', { text: 'x' });
    const reason = new Error('no longer needed');
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(reason), 200);
    const startedAt = Date.now();
    const calls = [
      market.run('never', { text: 'x' }, { signal }),
      market.orders.wait(id, { signal }),
      away.me({ signal }),
    ];
    const thrown = await Promise.all(calls.map((call) => errorOf(call, Error)));
    const reasons = thrown.map((error) => (error instanceof AbortError ? error.cause : error));
    expectEqual(
      [reasons.every((each) => each === reason), Date.now() - startedAt < 5_000],
      [true, true],
    );
  },

  'reports events as they happen': async (market) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new Error('no event came')), 20_000);
    const placed: string[] = [];
    const place = () =>
      market.activate('echo', { text: 'x' }).then(({ id }) => void placed.push(id));
    // Again and again: what happens before the stream is open has no event.
    const placing = setInterval(() => void place().catch(() => undefined), 250);
    try {
      for await (const { type, id } of market.events({ signal: controller.signal })) {
        if (type === 'order.updated' && placed.includes(id)) break;
      }
    } finally {
      clearInterval(placing);
      clearTimeout(timer);
    }
  },

  'reads every page of a list': async (market, { runtime }) => {
    const metadata = { job: `pages-${runtime}` };
    for (let count = 0; count < 5; count++) {
      await market.activate('echo', { text: String(count) }, { metadata });
    }
    const texts: unknown[] = [];
    for await (const order of market.orders.list({ limit: 2, metadata })) {
      texts.push((order.requestBody as { text: string }).text);
    }
    expectEqual(texts, ['4', '3', '2', '1', '0']);
  },

  'reads a list that is compressed': async (market, { runtime }) => {
    const metadata = { job: `compressed-${runtime}` };
    const text = 'Grüße, 世界 😀 '.repeat(500);
    for (let count = 0; count < 3; count++) await market.run('echo', { text }, { metadata });
    const { data } = await market.orders.list({ metadata });
    const texts = data.map(({ requestBody }) => (requestBody as { text: string }).text);
    expectEqual(texts, [text, text, text]);
  },

  'keeps every digit of a number': async (market) => {
    const text = '{"text":"x","n":9007199254740993,"r":0.1000000000000000055}';
    const order = await market.activate('echo', new JsonText(text), { wait: '10s' });
    expectEqual([order.requestBodyText, order.orderState], [text, 'completed']);
    expectEqual(order.orderState === 'completed' ? order.resultText : '', text);
    const sent = await market.activate('echo', { text: 'x', n: 9007199254740993n });
    expectEqual(sent.requestBodyText, '{"text":"x","n":9007199254740993}');
  },

  'reads the status and the headers of a response': async (market) => {
    const { data, response } = await market.me().withResponse();
    expectEqual(
      [response.status, response.requestId, JSON.parse(response.text ?? '')],
      [200, response.headers.get('x-request-id'), data],
    );
  },
};

/** Runs every behaviour, several at a time. */
export async function runBehaviours(world: World): Promise<Report> {
  const outcomes = Object.entries(BEHAVIOURS).map(async ([title, behaves]) => {
    try {
      await behaves(clientOf(world), world);
      return [title, null] as const;
    } catch (error) {
      return [title, error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
    }
  });
  return Object.fromEntries(await Promise.all(outcomes)) as Report;
}
