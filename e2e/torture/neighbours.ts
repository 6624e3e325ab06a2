// One key and one seller at their allowed rates, with every route and every shape of JSON: what do the
// orders of others take meanwhile?
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { runMarketplace } from '../acceptance/run-marketplace.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { expectStatus, publishAt } from './listings.ts';
import { ROUTES, SHAPES, type Scenery, type HostileRequest } from './neighbours/shapes.ts';
import { percentile } from './percentile.ts';
import { mainThreadMs } from './process-figures.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const P99_MS = 50;
/** Below the default rate of 50, so that only the limits of bytes can refuse. */
const HOSTILE_PER_SECOND = 45;
const MAX_OPEN = 150;
const HONEST_PER_SECOND = 20;
const SECONDS = 5;
const RESULT_BYTES = 1_040_000;
/** The server ends every request sooner; without a limit, one that it forgets would hold up the check. */
const LATEST_MS = 60_000;
/** Past this share of the time without a processor, a latency says nothing about the server. */
const MAX_WAIT_SHARE = 0.05;

/** The limits outside dev mode, which the sellers of this check need. */
const PRODUCTION = {
  MKT_RATE_REQUESTS_PER_SECOND: '50',
  MKT_RATE_BURST: '100',
  MKT_RATE_ORDER_READS_PER_SECOND: '200',
  MKT_RATE_OUTBOUND_PER_MINUTE: '30',
  MKT_RATE_KIB_PER_SECOND: '1024',
  MKT_RATE_KIB_BURST: '4096',
  MKT_RATE_RESULT_KIB_PER_SECOND: '16384',
};

/** A seller whose result is of one shape, and wrong in its last byte. */
async function startResultSeller() {
  let result = '{}';
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    request.on('end', () => response.end(request.method === 'POST' ? result : ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    respondWith: (text: string) => (result = text),
    close: () => server.close(),
  };
}

async function accountClient(run: TortureRun, baseUrl: string, name: string): Promise<ApiClient> {
  const account = [
    'keys',
    'create',
    '--data',
    run.folder.dataDir,
    '--email',
    `${name}@example.com`,
  ];
  const { stdout } = await runMarketplace([...account, '--scopes', '*', '--json']);
  const client = createApiClient(baseUrl, JSON.parse(stdout).key);
  run.defer(client.close);
  return client;
}

interface Scene {
  run: TortureRun;
  pid: number;
  honest: ApiClient;
  honestListing: string;
}

/** What an account sends again and again. */
type Repeated = Omit<HostileRequest, 'first'>;

interface Flood {
  what: string;
  hostile: ApiClient;
  request: Repeated;
  seconds: number;
}

/**
 * Sends one request again and again, and measures orders of the honest account beside it. Resolves to
 * whether their times mean anything.
 */
async function flood({ run, pid, honest, honestListing }: Scene, given: Flood): Promise<boolean> {
  const { report } = run;
  const { what, hostile, request, seconds } = given;
  const { method, path, body, headers } = request;
  const statuses = new Map<number, number>();
  const open = new Set<Promise<void>>();
  const latenciesMs: number[] = [];
  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => open.delete(tracked));
    open.add(tracked);
  };
  async function attack(): Promise<void> {
    const { status } = await hostile.request(method, path, body, headers);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 && status !== 503) report.violation('5xx responses', `${what}: ${status}`);
  }
  async function buy(): Promise<void> {
    const startedAt = performance.now();
    const activation = JSON.stringify({
      listingId: honestListing,
      requestBody: { attempt: 'one' },
    });
    const response = await honest.request('POST', '/v1/orders', activation, { prefer: 'wait=10' });
    latenciesMs.push(performance.now() - startedAt);
    report.checked('orders of others');
    const isCompleted = expectStatus(response, 201).orderState === 'completed';
    if (!isCompleted) report.violation('others failed', `${what}: ${response.text}`);
  }
  const guarded = (work: Promise<void>, kind: string) =>
    track(work.catch((error: unknown) => report.violation(kind, `${what}: ${String(error)}`)));
  const before = await mainThreadMs(pid);
  const startedAt = performance.now();
  const timers = [
    setInterval(
      () => void (open.size < MAX_OPEN && guarded(attack(), 'cut off')),
      1_000 / HOSTILE_PER_SECOND,
    ),
    setInterval(() => guarded(buy(), 'others failed'), 1_000 / HONEST_PER_SECOND),
  ];
  await pause(seconds * 1_000);
  for (const timer of timers) clearInterval(timer);
  const after = await mainThreadMs(pid);
  const tookMs = performance.now() - startedAt;
  const share = (after.waited - before.waited) / tookMs;
  const busy = Math.round((100 * (after.ran - before.ran)) / tookMs);
  const left = pause(LATEST_MS, false, { ref: false });
  if (!(await Promise.race([Promise.all(open).then(() => true), left]))) {
    report.violation('no response', `${what}: ${open.size} requests after ${LATEST_MS / 1_000} s`);
  }
  const [p50, p99] = [0.5, 0.99].map((part) => Math.round(percentile(latenciesMs, part)));
  const isBusy = share > MAX_WAIT_SHARE;
  if ((p99 ?? 0) > P99_MS && !isBusy) report.violation('slow orders', `${what}: p99 ${p99} ms`);
  const refused = statuses.get(429) ?? 0;
  if (refused > 0) report.checked('refusals of the hostile account', refused);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const note = isBusy
    ? `; the server waited ${Math.round(share * 100)} % of the time for a processor`
    : '';
  report.progress(
    `${what}: others p50 ${p50} ms, p99 ${p99} ms; hostile ${counts}; main thread ${busy} % busy${note}`,
  );
  return !isBusy;
}

/** Sends what comes first, if anything does, and puts its id in its place. */
async function prepared(
  hostile: ApiClient,
  { first, ...request }: HostileRequest,
): Promise<Repeated> {
  if (!first) return request;
  const { method, path, body, headers } = first;
  const response = await hostile.request(method, path, body, headers);
  // A shape that is refused cannot be read again.
  const id = response.status === 201 ? response.body.id : 'none';
  return { ...request, path: request.path.replace('{first}', id) };
}

/** `minutes` is the duration of the whole check; `cycles` is how many pairs it has at most. */
export const neighbours = defineTorture(
  {
    name: 'neighbours',
    kinds: ['slow orders', 'slow machine', 'others failed', '5xx responses', 'no response'],
    checks: ['orders of others', 'refusals of the hostile account'],
    env: PRODUCTION,
  },
  async (run) => {
    const seller = await startRecordingSeller();
    run.defer(seller.close);
    const results = await startResultSeller();
    run.defer(results.close);
    const { pid, ready } = run.startServer();
    const { baseUrl, devApiKey = '' } = await ready;
    const owner = createApiClient(baseUrl, devApiKey);
    run.defer(owner.close);
    const honest = await accountClient(run, baseUrl, 'honest');
    const honestListing = await publishAt(owner, `${seller.url}/plain`, { method: 'POST' });
    const hostileSeller = await accountClient(run, baseUrl, 'hostile');
    const schema = { type: 'object', minProperties: 1, maxProperties: 5 };
    const listings: Omit<Scenery, 'own'> = {
      baseUrl,
      any: await publishAt(hostileSeller, `${seller.url}/a`, { method: 'POST' }),
      checked: await publishAt(hostileSeller, `${seller.url}/b`, {
        method: 'POST',
        inputSchema: schema,
      }),
      query: await publishAt(hostileSeller, `${seller.url}/c`, { method: 'GET' }),
      large: await publishAt(hostileSeller, `${results.url}/d`, {
        method: 'POST',
        outputSchema: { type: 'array' },
      }),
    };
    const scene: Scene = { run, pid, honest, honestListing };

    const pairs = Object.entries(SHAPES).flatMap(([shape, json]) => [
      ...Object.entries(ROUTES).map(([route, request]) => ({
        what: `${route}, ${shape}`,
        request: (own: string) => request(json(), { ...listings, own }),
      })),
      {
        what: `a result, ${shape}`,
        request: (own: string) => {
          results.respondWith(json(RESULT_BYTES).slice(0, -1));
          return ROUTES['an order']!('{}', { ...listings, own, any: listings.large });
        },
      },
    ]);
    const { cycles = pairs.length, minutes = (pairs.length * SECONDS) / 60 } = run.options;
    const chosen = pairs
      .map((pair) => ({ pair, at: run.random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, cycles)
      .map(({ pair }) => pair);
    const seconds = (minutes * 60) / chosen.length;
    let judged = 0;
    for (const [index, { what, request }] of chosen.entries()) {
      // Each with a full bucket: the burst is part of what is allowed.
      const hostile = await accountClient(run, baseUrl, `hostile-${index}`);
      const own = await publishAt(hostile, `${seller.url}/own`, { method: 'POST' });
      const repeated = await prepared(hostile, request(own));
      judged += Number(await flood(scene, { what, hostile, request: repeated, seconds }));
    }
    if (judged === 0) run.report.violation('slow machine', 'it was too busy to judge any pair');
    return {
      done: `${chosen.length} pairs of route and shape`,
      figures: `the machine was quiet enough to judge ${judged} of them`,
    };
  },
);

await runAsProgram(import.meta.url, neighbours);
