// A migration of many orders while orders are placed, by a migrate that is killed in each step.
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPostgres } from '../../packages/marketplace/src/database/postgres/engine.ts';
import type { Engine } from '../../packages/marketplace/src/database/engine.ts';
import type { Operation } from '../../packages/marketplace/src/database/operation.ts';
import { openSqlite } from '../../packages/marketplace/src/database/sqlite/engine.ts';
import { systemClock } from '../../packages/marketplace/src/server/outside.ts';
import { collect, runToCompletion, spawnMarketplace } from '../../test-bed/marketplace-process.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { expectStatus, publish } from './listings.ts';
import { median, percentile } from './percentile.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const ORDERS = 1_000_000;
const STEPS = 3;
const ORDERS_PER_SECOND = 30;
const SELLER_MS = 50;
/** What the marketplace may add to the seller's time. */
const SLOW_MS = 500;
const BEFORE_AND_AFTER_MS = 3_000;

const NEWER_VERSION = [
  process.execPath,
  '--conditions=mkt-source',
  fileURLToPath(
    new URL('../../packages/marketplace/torture/upgrade/newer-version.ts', import.meta.url),
  ),
] as const;

function openDatabase({ options, folder }: TortureRun): {
  engine: Engine;
  close(): Promise<void>;
} {
  return options.database === undefined
    ? openSqlite({ path: join(folder.dataDir, 'market.db'), clock: systemClock })
    : openPostgres({ url: options.database, connections: 1, isPatient: true });
}

function* rowsOf(_: unknown, text: string): Operation<any[]> {
  return [...(yield { sql: text, parameters: [] }).rows];
}

const BATCH = 5_000;

/** Completed orders of the last month, made by the database itself. */
async function fillOrders({ write }: Engine, count: number, isPostgres: boolean): Promise<void> {
  const hex = (value: string, digits: number) =>
    isPostgres ? `lpad(to_hex(${value}), ${digits}, '0')` : `printf('%0${digits}x', ${value})`;
  const firstMs = Date.now() - 31 * 86_400_000;
  for (let first = 0; first < count; first += BATCH) {
    const end = Math.min(first + BATCH, count);
    const numbers = isPostgres
      ? `(SELECT n FROM generate_series(${first}::bigint, ${end - 1}::bigint) AS all_n (n)) AS numbers`
      : `(WITH RECURSIVE all_n (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM all_n
          WHERE n < ${end - 1}) SELECT n FROM all_n) AS numbers`;
    const time = hex(`${firstMs} + n * 1000`, 12);
    await write(
      rowsOf,
      `INSERT INTO orders (id, listing_id, buyer_id, seller_id, buyer_pseudonym, state, price_micros,
        price_currency, price_unit, revision, created_at, started_at, completed_at, output_valid,
        request_json, result_json, settled_number)
      SELECT substr(${time}, 1, 8) || '-' || substr(${time}, 9, 4) || '-7000-8000-' || ${hex('n', 12)},
        'listing-' || n % 1000, 'buyer-' || n % 5000, 'seller', 'buyer_torture', 'completed', 20000,
        'USD', 'call', 1, ${firstMs} + n * 1000, ${firstMs} + n * 1000, ${firstMs} + n * 1000, 1,
        '{"text":"Good morning"}', '{"text":"Goedemorgen"}', 0
      FROM ${numbers}`,
    );
  }
}

/** An order as its buyer saw it. */
interface Placed {
  sentAtMs: number;
  receivedAtMs: number;
  status: number;
  id: string | undefined;
}

/** Places orders at a steady rate, whatever becomes of them, until it is stopped. */
function startOrders({ report }: TortureRun, api: ApiClient, listingId: string) {
  const placed: Placed[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;

  async function place(): Promise<void> {
    const requestBody = { attempt: `upgrade-${(sent += 1)}`, kind: 'result', delayMs: SELLER_MS };
    const sentAtMs = Date.now();
    const response = await api.request(
      'POST',
      '/v1/orders',
      JSON.stringify({ listingId, requestBody }),
      { prefer: 'wait=10' },
    );
    const { status, headers, text, body } = response;
    placed.push({ sentAtMs, receivedAtMs: Date.now(), status, id: body?.id });
    const mayRetry = status === 503 && headers['retry-after'] !== undefined;
    if (status !== 201 && !mayRetry) report.violation('refused', `${status} ${text}`);
  }

  const timer = setInterval(() => {
    const work = place()
      .catch((error: unknown) => report.violation('refused', String(error)))
      .finally(() => open.delete(work));
    open.add(work);
  }, 1_000 / ORDERS_PER_SECOND);
  return {
    placed,
    async stop(): Promise<void> {
      clearInterval(timer);
      while (open.size > 0) await Promise.all(open);
    },
  };
}

interface Line {
  /** RFC 3339. */
  time: string;
  msg: string;
  step?: number;
}

/** Runs `migrate` of the newer version; kills it shortly after it has begun the given step. */
async function runMigrate({ options, folder, random }: TortureRun, killedIn?: number) {
  const place =
    options.database === undefined ? ['--data', folder.dataDir] : ['--database', options.database];
  const child = spawnMarketplace(['migrate', ...place], {
    program: NEWER_VERSION,
    env: { MKT_LOG_FORMAT: 'json' },
  });
  const lines: Line[] = [];
  const stderr = collect(child.stderr);
  createInterface({ input: child.stderr }).on('line', (text) => {
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as Line;
    lines.push(line);
    if (killedIn === undefined || line.step !== killedIn) return;
    setTimeout(() => child.kill('SIGKILL'), random.int(0, 100));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines, stderr: stderr(), place };
}

/** When the index was built, by the log. */
function indexBuilds(lines: readonly Line[]): { fromMs: number; toMs: number }[] {
  const atMs = (line: Line) => Date.parse(line.time);
  return lines.flatMap((line, at) => {
    if (line.step !== STEPS || !/begins|continues/.test(line.msg)) return [];
    const [fromMs, next] = [atMs(line), lines[at + 1]];
    return [{ fromMs, toMs: next ? atMs(next) : fromMs + 1_000 }];
  });
}

async function checkOrders({ report }: TortureRun, api: ApiClient, placed: readonly Placed[]) {
  for (const { status, id } of placed) {
    if (status !== 201) continue;
    const { orderState, failure } = expectStatus(
      await api.request('GET', `/v1/orders/${id}`, undefined, { prefer: 'wait=30' }),
      200,
    );
    report.checked('orders');
    if (failure?.kind === 'interrupted') report.violation('interrupted', `order ${id}`);
    else if (orderState !== 'completed') report.violation('not completed', `order ${id}`);
  }
}

async function checkSchema({ report }: TortureRun, engine: Engine, isPostgres: boolean) {
  const query = (text: string) => engine.read(rowsOf, text);
  const [unfilled] = await query(
    'SELECT count(*) AS count FROM orders WHERE day IS NULL OR day <> created_at / 86400000',
  );
  if (unfilled?.count !== 0) report.violation('not filled', `${unfilled?.count} orders`);
  const indexes = await query(
    isPostgres
      ? "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('orders_day') AND indisvalid"
      : "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'orders_day'",
  );
  if (indexes.length !== 1) report.violation('no index', 'orders_day');
}

const figures = (milliseconds: readonly number[]) =>
  `p50 ${median(milliseconds).toFixed(0)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(0)} ms`;

/** Migrates a database with many orders under a steady load. */
export const upgrade = defineTorture(
  {
    name: 'upgrade',
    kinds: [
      'refused',
      'interrupted',
      'not completed',
      'called twice',
      'not filled',
      'no index',
      'slow',
    ],
    checks: ['orders', 'kills', 'orders during the migration'],
  },
  async (run) => {
    const { report, options, random } = run;
    const { orders = ORDERS, database } = options;
    const isPostgres = database !== undefined;
    const seller = await startRecordingSeller();
    run.defer(seller.close);
    seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
    const server = run.startServer();
    const { baseUrl, devApiKey = '' } = await server.ready;
    const api = createApiClient(baseUrl, devApiKey);
    run.defer(api.close);
    const listingId = await publish(api, seller.url, 'plain');

    const opened = openDatabase(run);
    run.defer(opened.close);
    await fillOrders(opened.engine, orders, isPostgres);
    report.progress(`${orders} orders are stored`);

    const load = startOrders(run, api, listingId);
    run.defer(load.stop);
    await pause(BEFORE_AND_AFTER_MS);
    const fromMs = Date.now();
    const lines: Line[] = [];
    for (let step = 1; step <= STEPS; step++) {
      const killed = await runMigrate(run, step);
      lines.push(...killed.lines);
      // A short step may be done before the signal arrives.
      if (killed.code === null) report.checked('kills');
      report.progress(`killed in step ${step}: ${killed.lines.at(-1)?.msg}`);
      await pause(random.int(0, 500));
    }
    const { code, stderr, place, ...last } = await runMigrate(run);
    lines.push(...last.lines);
    if (code !== 0) report.violation('refused', stderr);
    const toMs = Date.now();
    const plan = await runToCompletion(['migrate', '--plan', ...place], { program: NEWER_VERSION });
    if (!plan.stdout.includes('up to date')) report.violation('refused', plan.stdout + plan.stderr);
    await pause(BEFORE_AND_AFTER_MS);
    await load.stop();

    const builds = isPostgres ? [] : indexBuilds(lines);
    const during = load.placed.filter(
      ({ sentAtMs, receivedAtMs }) => receivedAtMs >= fromMs && sentAtMs <= toMs,
    );
    const before = load.placed.filter(({ receivedAtMs }) => receivedAtMs < fromMs);
    const [paused, flowing] = [true, false].map((isPaused) =>
      during.filter(
        ({ sentAtMs, receivedAtMs }) =>
          isPaused ===
          builds.some((build) => receivedAtMs >= build.fromMs && sentAtMs <= build.toMs),
      ),
    ) as [Placed[], Placed[]];
    report.checked('orders during the migration', flowing.length);
    for (const { status } of flowing)
      if (status === 503) report.violation('refused', 'a 503 while no index was built');
    const added = (all: readonly Placed[]) =>
      all.map(({ sentAtMs, receivedAtMs }) => receivedAtMs - sentAtMs - SELLER_MS);
    if (percentile(added(flowing), 0.99) > SLOW_MS)
      report.violation('slow', figures(added(flowing)));

    await checkOrders(run, api, load.placed);
    await checkSchema(run, opened.engine, isPostgres);
    const { code: stopped, signal } = await server.end('SIGTERM');
    if (stopped !== 0) report.violation('unclean stops', `exit ${stopped ?? signal}`);
    const refused = paused.filter(({ status }) => status === 503).length;
    return {
      done: `${orders} orders on ${isPostgres ? 'Postgres' : 'SQLite'}`,
      figures: [
        `${((toMs - fromMs) / 1_000).toFixed(1)} s with every kill`,
        `${load.placed.length} orders placed; over the seller's time ${figures(added(before))} before, ${figures(added(flowing))} during the migration (${flowing.length} orders)`,
        ...(paused.length > 0
          ? [
              `${figures(added(paused))} while an index was built (${paused.length} orders, ${refused} with 503)`,
            ]
          : []),
      ].join(', '),
    };
  },
);

await runAsProgram(import.meta.url, upgrade);
