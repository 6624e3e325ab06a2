import { createApi } from '../test-bed/api.ts';
import { pollUntil } from '../test-bed/poll-until.ts';
import type { PlacedOrders } from './cloned-orders.ts';
import { requestText, runLoad } from './measure/load.ts';
import { createRandom } from './measure/random.ts';
import { INPUT } from './sample-call.ts';

/** Who buys, and what is sold. */
export interface People {
  /** An API key of each buyer. */
  apiKeys: readonly string[];
  listingIds: readonly string[];
}

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Each request is of a buyer at random, for a listing at random. */
export function randomOrders(baseUrl: string, { apiKeys, listingIds }: People, seed: number) {
  const bodies = listingIds.map((listingId) => JSON.stringify({ listingId, requestBody: INPUT }));
  const url = `${baseUrl}/v1/orders`;
  const heads = apiKeys.map((apiKey) => {
    const headers = { 'x-mkt-api-key': apiKey, prefer: 'wait=10' };
    const [body = ''] = bodies;
    return requestText({ url, headers, body }).slice(0, -body.length);
  });
  const random = createRandom(seed);
  return () => pick(heads, random) + pick(bodies, random);
}

const SAMPLES = 8;
const PLACING_CONNECTIONS = 16;
/** The clocks of a database and of this process may differ by less. */
const CLOCKS_MS = 1_000;

/** Places orders of buyers at random, and waits until they have settled and are counted. */
export async function placeOrders(
  url: string,
  people: People,
  count: number,
  seed: number,
): Promise<PlacedOrders> {
  const fromMs = Date.now() - CLOCKS_MS;
  const load = await runLoad({
    url,
    connections: PLACING_CONNECTIONS,
    requests: count - SAMPLES,
    next: randomOrders(url, people, seed),
  });
  if (load.refused > 0) throw new Error(`${load.refused} orders were refused.`);
  const ids: string[] = [];
  for (let at = 0; at < SAMPLES; at++) {
    // From both ends in turn, so that no number of a buyer or a listing rises with the orders.
    const one = (all: readonly string[]) => all.at((at % 2 === 0 ? at : -at) % all.length) ?? '';
    const api = createApi(url, one(people.apiKeys));
    const { status, text, body } = await api.activate(one(people.listingIds), INPUT, 30);
    if (body?.orderState !== 'completed') throw new Error(`POST /v1/orders: ${status} ${text}`);
    ids.push(body.id);
  }
  const toMs = Date.now() + CLOCKS_MS;
  await caughtUp(url);
  return { count, ids, fromMs, toMs };
}

const LAG = /^mkt_follower_lag_seconds\{.*\} (\S+)$/gm;
const CAUGHT_UP_WITHIN_MS = 600_000;

/** Waits until everything that follows settled orders has read all that are there. */
export const caughtUp = (url: string): Promise<unknown> =>
  pollUntil(
    'the server has read all settled orders',
    async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const lags = [...metrics.matchAll(LAG)].map(([, seconds]) => Number(seconds));
      return lags.length > 0 && lags.every((lag) => lag === 0) ? true : undefined;
    },
    CAUGHT_UP_WITHIN_MS,
  );
