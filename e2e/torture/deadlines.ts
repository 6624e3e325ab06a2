// Sellers that respond late, drip, are slow in a thousand concurrent calls, or misbehave.
import { setTimeout as pause } from 'node:timers/promises';
import { runMarketplace } from '../acceptance/run-marketplace.ts';
import { createApiClient, type ApiResponse, type ApiClient } from './api-client.ts';
import { expectStatus, publish } from './listings.ts';
import { percentile } from './percentile.ts';
import { mainThreadMs } from './process-figures.ts';
import { startRecordingSeller, type InstructionKind } from './recording-seller.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const LATE_MS = 31_000;
const SLOW_MS = 29_000;
const DEADLINE_MS = { min: 30_000, max: 31_500 };
const READS_P99_MS = 200;
const READS_PER_SECOND = 50;
const QUICK_PER_SECOND = 25;
/** The default number of concurrent orders of each kind. */
const LATE_ORDERS = 20;
const SLOW_ORDERS = 1_000;
/** They are sent within this time, so that all are in flight for most of it. */
const PLACING_MS = 8_000;
const WATCHED_EACH = 4;
const BAD_ORDERS = 200;
const ALONE_MS = 10_000;
const BESIDE_MS = 15_000;

interface Scene extends AsyncDisposable {
  run: TortureRun;
  /** The server's process id. */
  pid: number;
  api: ApiClient;
  /** A listing whose seller follows its instructions. */
  promptListing: string;
  /** A listing of another account. */
  elsewhere: string;
}

interface Watched {
  order: any;
  tookMs: number;
}

/** Activates a listing and polls until the order is settled. */
async function runUntilSettled(
  api: ApiClient,
  listingId: string,
  kind: InstructionKind,
  delayMs: number,
): Promise<Watched> {
  const startedAt = performance.now();
  const headers = { prefer: 'wait=30' };
  const requestBody = { attempt: 'late', kind, delayMs };
  const body = JSON.stringify({ listingId, requestBody });
  let order = expectStatus(await api.request('POST', '/v1/orders', body, headers), 201);
  while (order.orderState === 'pending' || order.orderState === 'running') {
    const path = `/v1/orders/${order.id}`;
    order = expectStatus(await api.request('GET', path, undefined, headers), 200);
  }
  return { order, tookMs: performance.now() - startedAt };
}

/** Sends requests at a steady rate until it is stopped. Returns their latencies. */
function steadily(perSecond: number, send: () => Promise<ApiResponse>, status: number) {
  const open = new Set<Promise<void>>();
  const latenciesMs: number[] = [];
  async function one() {
    const startedAt = performance.now();
    expectStatus(await send(), status);
    latenciesMs.push(performance.now() - startedAt);
  }
  const timer = setInterval(() => {
    const work = one().finally(() => open.delete(work));
    open.add(work);
  }, 1_000 / perSecond);
  return async (): Promise<number[]> => {
    clearInterval(timer);
    await Promise.all(open);
    return latenciesMs;
  };
}

/** Each order fails with a timeout after 30.0 to 31.5 s, by the server's clock and by the buyer's. */
async function lateSellers({ run, api, promptListing }: Scene): Promise<string> {
  const { report } = run;
  const each = Math.ceil(LATE_ORDERS / 2);
  const watched = await Promise.all(
    (['result', 'drip'] as const).flatMap((kind) =>
      Array.from({ length: each }, () =>
        runUntilSettled(api, promptListing, kind, kind === 'result' ? LATE_MS : 0),
      ),
    ),
  );
  const times = watched.flatMap(({ order, tookMs }) => [order.durationMs as number, tookMs]);
  for (const { order, tookMs } of watched) {
    report.checked('late sellers');
    const { min, max } = DEADLINE_MS;
    const inTime = [order.durationMs, tookMs].every((ms) => ms >= min && ms <= max);
    if (!inTime || order.failure?.kind !== 'timeout') {
      report.violation('out of time', `${tookMs} ms: ${JSON.stringify(order)}`);
    }
  }
  return `${watched.length} late orders ended after ${Math.min(...times) / 1_000} to ${(Math.max(...times) / 1_000).toFixed(2)} s`;
}

/** The share of time in which the server waited for a CPU, which explains delays on a busy machine. */
async function processorShareWaited(pid: number): Promise<number> {
  const before = (await mainThreadMs(pid)).waited;
  await pause(PLACING_MS);
  return Math.round(((await mainThreadMs(pid)).waited - before) / (PLACING_MS / 100));
}

/** A thousand calls in flight: each outcome is reported, and reads are as fast as without them. */
async function slowSellers({ run, pid, api, promptListing }: Scene): Promise<string> {
  const { report } = run;
  const placing = processorShareWaited(pid);
  const orders: string[] = [];
  const reads = steadily(
    READS_PER_SECOND,
    () => {
      const id = orders[run.random.int(0, orders.length)];
      return api.request('GET', id === undefined ? '/v1/marketplace/listings' : `/v1/orders/${id}`);
    },
    200,
  );
  async function buy(index: number): Promise<void> {
    await pause((index * PLACING_MS) / SLOW_ORDERS);
    const attempt = `slow-${index}`;
    const requestBody = { attempt, kind: 'result', delayMs: SLOW_MS };
    const body = JSON.stringify({ listingId: promptListing, requestBody });
    const { id } = expectStatus(await api.request('POST', '/v1/orders', body), 201);
    report.checked('orders of slow sellers');
    orders.push(id);
    // As many buyers as there are connections wait for the outcome; the others poll for it.
    if (index % WATCHED_EACH !== 0) await pause(SLOW_MS);
    const headers = { prefer: 'wait=30' };
    for (let wait = 0; wait < 3; wait += 1) {
      const response = await api.request('GET', `/v1/orders/${id}`, undefined, headers);
      const order = expectStatus(response, 200);
      if (order.orderState === 'completed' && order.result.attempt === attempt) return;
      if (order.orderState === 'failed') return report.violation('lost', response.text);
    }
    report.violation('lost', `${id} is not settled`);
  }
  await Promise.all(Array.from({ length: SLOW_ORDERS }, (_, index) => buy(index)));
  const latenciesMs = await reads();
  const waited = await placing;
  const p99 = percentile(latenciesMs, 0.99);
  if (p99 > READS_P99_MS) report.violation('slow reads', `p99 ${p99} ms`);
  return `${SLOW_ORDERS} calls of ${SLOW_MS / 1_000} s in flight at once, ${latenciesMs.length} reads with p99 ${p99.toFixed(0)} ms (while orders came in, the server waited for a processor ${waited} % of the time)`;
}

/** One account's sellers use up all their calls; another account's orders are not delayed. */
async function badNeighbour({ run, api, promptListing, elsewhere }: Scene): Promise<string> {
  const quick = () => {
    const body = JSON.stringify({ listingId: elsewhere, requestBody: { attempt: 'quick' } });
    return api.request('POST', '/v1/orders', body, { prefer: 'wait=10' });
  };
  const before = steadily(QUICK_PER_SECOND, quick, 201);
  await pause(ALONE_MS);
  const alone = percentile(await before(), 0.99);
  const bad = [
    { kind: 'drip', delayMs: 0 },
    { kind: 'cut', delayMs: 0 },
    { kind: 'result', delayMs: LATE_MS },
  ] as const;
  const body = (index: number) => {
    const requestBody = { attempt: 'bad', ...bad[index % bad.length] };
    return JSON.stringify({ listingId: promptListing, requestBody });
  };
  const during = steadily(QUICK_PER_SECOND, quick, 201);
  for (let index = 0; index < BAD_ORDERS; index += 1) {
    expectStatus(await api.request('POST', '/v1/orders', body(index)), 201);
  }
  await pause(BESIDE_MS);
  const beside = percentile(await during(), 0.99);
  if (beside > READS_P99_MS) run.report.violation('slow neighbours', `p99 ${beside} ms`);
  return `a good listing's p99 ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside a bad one`;
}

async function openScene(run: TortureRun, env: Record<string, string>): Promise<Scene> {
  const { folder } = run;
  const seller = await startRecordingSeller();
  run.defer(seller.close);
  const server = run.startServer({ env });
  const { baseUrl, devApiKey } = await server.ready;
  const api = createApiClient(baseUrl, devApiKey);
  const account = ['keys', 'create', '--data', folder.dataDir, '--email', 'other@example.com'];
  const { stdout } = await runMarketplace([...account, '--scopes', '*', '--json']);
  const other = createApiClient(baseUrl, JSON.parse(stdout).key);
  return {
    run,
    pid: server.pid,
    api,
    promptListing: await publish(api, seller.url, 'plain'),
    elsewhere: await publish(other, seller.url, 'plain'),
    async [Symbol.asyncDispose]() {
      for (const client of [api, other]) client.close();
      await server.end('SIGKILL');
    },
  };
}

const ROOM_FOR_ALL = {
  MKT_CALLS_PER_SELLER: String(SLOW_ORDERS),
  MKT_CALLS_PER_BUYER: String(SLOW_ORDERS),
};

/** Each cycle runs the three scenarios one after the other. */
export const deadlines = defineTorture(
  {
    name: 'deadlines',
    kinds: ['out of time', 'lost', 'slow reads', 'slow neighbours'],
    checks: ['late sellers', 'orders of slow sellers'],
  },
  async (run) => {
    const { cycles = 1 } = run.options;
    let figures: string[] = [];
    const play = async (scene: Scene, act: (scene: Scene) => Promise<string>) => {
      const figure = await act(scene);
      run.report.progress(figure);
      figures.push(figure);
    };
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      figures = [];
      {
        await using scene = await openScene(run, {});
        await play(scene, badNeighbour);
      }
      await using scene = await openScene(run, ROOM_FOR_ALL);
      await play(scene, lateSellers);
      await play(scene, slowSellers);
    }
    return { done: `${cycles} cycles`, figures: figures.join(', ') };
  },
);

await runAsProgram(import.meta.url, deadlines);
