import { setTimeout as pause } from 'node:timers/promises';
import { createApi } from '../test-bed/api.ts';
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
  // A machine that is very busy refuses some.
  const { answered } = await runLoad({
    url,
    connections: PLACING_CONNECTIONS,
    requests: count - SAMPLES,
    next: randomOrders(url, people, seed),
  });
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
  return { count: answered + SAMPLES, ids, fromMs, toMs };
}

/** Without a webhook, webhooks skip what has settled only once a minute. */
const LAG = /^mkt_follower_lag_seconds\{(?!follower="webhooks").*\} (\S+)$/gm;
const POLL_MS = 500;

/**
 * Waits until everything that follows settled orders, except webhooks, has read all of them. Not asked at once: the lag
 * after an order that has settled in this very millisecond is zero too.
 */
export async function caughtUp(url: string): Promise<void> {
  for (;;) {
    await pause(POLL_MS);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const lags = [...metrics.matchAll(LAG)].map(([, seconds]) => Number(seconds));
    if (lags.length > 0 && lags.every((lag) => lag === 0)) return;
  }
}
