import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../api-client.ts';
import { expectStatus, publishAt } from '../listings.ts';
import { percentile } from '../percentile.ts';
import type { Report } from '../report.ts';
import { watchServer } from './watch-server.ts';

const ORDERS_PER_SECOND = 20;
const ORDERS_P99_MS = 1_000;
const REVIEW_MS = 15_000;
const HANGING_SERVICES = 40;
const SLOW_LISTINGS = 6;
const WAITING_ORDERS = 300;

const branches = Array.from({ length: 100 }, (_, n) => ({ type: 'string', minLength: 100 - n }));
/** A schema for which a long input takes longer than validation may take. */
const slowSchema = (comment: string) => ({
  $comment: comment,
  type: 'array',
  items: { allOf: Array.from({ length: 3 }, () => ({ anyOf: branches })) },
});
const LONG_INPUT = Array.from({ length: 60_000 }, () => 'x');
/** A short input that is still too slow for the main thread. */
const SHORT_INPUT = LONG_INPUT.slice(0, 50);

export interface WorstScene {
  report: Report;
  server: { pid: number; baseUrl: string };
  /** The client of the hostile account; `honest` is the client of another account. */
  hostile: ApiClient;
  honest: ApiClient;
  hostileUrl: string;
  /** The service of a seller that responds at once. */
  honestUrl: string;
  seconds: number;
}

const activation = (listingId: string, requestBody: unknown) =>
  JSON.stringify({ listingId, requestBody });

/** Everything that one account can do at the same time, until the scene ends. */
async function attack({ hostile, hostileUrl }: WorstScene, over: () => boolean) {
  const method = 'POST';
  const silent = await publishAt(hostile, `${hostileUrl}/silent`, { method });
  const slow: string[] = [];
  for (let n = 0; n < SLOW_LISTINGS; n++) {
    const inputSchema = slowSchema(`slow ${n}`);
    slow.push(await publishAt(hostile, `${hostileUrl}/slow/${n}`, { method, inputSchema }));
  }
  const create = (n: number) => {
    const runContract = { method, endpointPath: `${hostileUrl}/hang/${n}` };
    return hostile.request(
      'POST',
      '/v1/providers',
      JSON.stringify({ title: 'Hangs', runContract }),
    );
  };
  const keepSchemasBusy = async (listingId: string) => {
    while (!over()) {
      await hostile.request('POST', '/v1/orders', activation(listingId, LONG_INPUT));
    }
  };
  const work: Promise<unknown>[] = [];
  for (let n = 0; n < HANGING_SERVICES; n++) work.push(create(n));
  for (let n = 0; n < WAITING_ORDERS; n++) {
    work.push(hostile.request('POST', '/v1/orders', activation(silent, {})));
  }
  await Promise.all(work);
  return Promise.all(slow.map(keepSchemasBusy));
}

/** How long a review of an honest service takes. */
async function reviewMs({ honest, honestUrl }: WorstScene): Promise<number> {
  const startedAt = performance.now();
  await publishAt(honest, `${honestUrl}/plain`, { method: 'POST' });
  return performance.now() - startedAt;
}

/** Measures orders and reviews of other accounts while one account attacks. */
export async function worstAccount(scene: WorstScene): Promise<string> {
  const { report, honest, honestUrl } = scene;
  const listingId = await publishAt(honest, `${honestUrl}/plain`, {
    method: 'POST',
    inputSchema: slowSchema('honest'),
  });
  const watch = await watchServer(scene.server, report);
  let isOver = false;
  const attacking = attack(scene, () => isOver).catch((error: unknown) =>
    report.violation('broken off', String(error)),
  );
  // By now its hanging services are under review, and its schemas are being validated.
  await pause(2_000);
  const latenciesMs: number[] = [];
  const open = new Set<Promise<void>>();
  async function buy(): Promise<void> {
    const startedAt = performance.now();
    const body = activation(listingId, SHORT_INPUT);
    const response = await honest.request('POST', '/v1/orders', body, { prefer: 'wait=10' });
    latenciesMs.push(performance.now() - startedAt);
    const order = expectStatus(response, 201);
    report.checked('orders of others');
    if (order.orderState !== 'completed') report.violation('others failed', response.text);
  }
  const timer = setInterval(() => {
    const work = buy()
      .catch((error: unknown) => report.violation('others failed', String(error)))
      .finally(() => open.delete(work));
    open.add(work);
  }, 1_000 / ORDERS_PER_SECOND);
  const review = await reviewMs(scene);
  await pause(scene.seconds * 1_000);
  clearInterval(timer);
  await Promise.all(open);
  isOver = true;
  await attacking;
  const p99 = Math.round(percentile(latenciesMs, 0.99));
  if (p99 > ORDERS_P99_MS) report.violation('slow orders', `p99 ${p99} ms`);
  if (review > REVIEW_MS) report.violation('slow reviews', `${Math.round(review)} ms`);
  const health = await watch.check('beside an account doing its worst');
  return `${health}, ${latenciesMs.length} orders of others with p99 ${p99} ms, an honest review after ${(review / 1_000).toFixed(1)} s`;
}
