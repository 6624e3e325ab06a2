// Records what `/metrics` says while a marketplace has the fault of each alert, as the series of
// docs/deploy/prometheus-rules.test.yml:
//
//   node --conditions=mkt-source e2e/record-alerts.ts > docs/deploy/prometheus-rules.test.yml
//
// A scrape each 15 seconds; the clock of the marketplace is moved, so that minutes take seconds.
import { openSync, closeSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { startCluster } from '../packages/marketplace/test/postgres/cluster.ts';
import { createApi, type Api } from '../test-bed/api.ts';
import { CURRENT, readyLineOf, spawnMarketplace } from '../test-bed/marketplace-process.ts';
import { hold, startSeller, type Seller } from '../test-bed/seller.ts';

const STEP_MS = 15_000;
const RULES = join(import.meta.dirname, '../docs/deploy/prometheus-rules.yml');
const require = createRequire(join(import.meta.dirname, '../packages/marketplace/package.json'));

/** The scrapes of a fault: the value of each series, undefined where it is absent. */
type Recorded = Map<string, (number | undefined)[]>;

interface World {
  market: TestMarketplace;
  api: Api;
  seller: Seller;
  listingId: string;
  folder: string;
}

function scraped(text: string): Map<string, number> {
  const lines = text.matchAll(/^([a-z0-9_]+)(?:\{([^}]*)\})? (\S+)$/gm);
  return new Map(
    [...lines].map(([, name = '', labels = '', value]) => [
      `${name}{job="mkt",instance="a"${labels === '' ? '' : `,${labels}`}}`,
      Number(value),
    ]),
  );
}

/** Scrapes after each of the steps. */
async function record(
  api: Api,
  steps: number,
  step: (n: number) => Promise<unknown>,
): Promise<Recorded> {
  const recorded: Recorded = new Map();
  for (let n = 0; n < steps; n++) {
    await step(n);
    const { status, text } = await api.get('/metrics');
    for (const [name, value] of status === 200 ? scraped(text) : []) {
      const values = recorded.get(name) ?? [];
      recorded.set(name, values);
      values[n] = value;
    }
  }
  for (const values of recorded.values()) values.length = steps;
  return recorded;
}

async function publish(
  api: Api,
  market: TestMarketplace,
  seller: Pick<Seller, 'url'>,
  title = 'Echo',
) {
  const { body } = await api.post('/v1/providers', {
    title,
    runContract: {
      method: 'POST',
      endpointPath: `${seller.url}/run`,
      healthEndpoint: `${seller.url}/health`,
    },
  });
  await market.reviewsIdle();
  return body.id as string;
}

async function withMarket(
  environment: Record<string, string>,
  work: (world: World) => Promise<Recorded>,
  held = false,
): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-faults-'));
  const market = await createTestMarketplace({ data: folder, environment });
  const seller = await startSeller(held ? { handlers: { 'POST /run': hold } } : {});
  try {
    const api = createApi(market.url, market.apiKey);
    return await work({
      market,
      api,
      seller,
      folder,
      listingId: await publish(api, market, seller),
    });
  } finally {
    await seller[Symbol.asyncDispose]();
    await market.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done++) await work();
}

/** Keeps the event loop from turning. */
function compute(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

const closeSeller = (seller: Seller) => seller[Symbol.asyncDispose]();

/** From this step on there is the fault. */
const FAULT = 8;

interface Fault {
  /** The alerts that fire, each with a scrape at which it does. */
  fires: Record<string, number>;
  record(): Promise<Recorded>;
}

const FAULTS: Record<string, Fault> = {
  'the network between the marketplace and its sellers is gone': {
    fires: { SellersUnreachable: 44 },
    record: () =>
      withMarket({}, ({ market, api, seller, listingId }) =>
        record(api, 45, async (n) => {
          if (n === FAULT) await closeSeller(seller);
          await repeat(4, () => api.activate(listingId, {}, 10));
          await market.clock.advance(STEP_MS);
        }),
      ),
  },
  'the name server of the marketplace is gone': {
    fires: { NetworkOutage: 20 },
    async record() {
      let isGone = false;
      const market = await createTestMarketplace({
        resolve(_name, callback) {
          if (isGone) callback(Object.assign(new Error('gone'), { code: 'ESERVFAIL' }), []);
          else callback(null, [{ address: '127.0.0.1', family: 4 }]);
        },
      });
      const api = createApi(market.url, market.apiKey);
      const seller = await startSeller();
      const { port } = new URL(seller.url);
      const listings: string[] = [];
      for (const name of ['one', 'two', 'three']) {
        const url = `http://api.${name}.example:${port}`;
        const { apiKey } = await market.createAccount();
        listings.push(await publish(createApi(market.url, apiKey), market, { url }, name));
      }
      const recorded = await record(api, 22, async (n) => {
        // Connections that are open would be used again.
        if (n === FAULT) await closeSeller(seller);
        isGone = n >= FAULT;
        for (const id of listings) await api.activate(id, {}, 1);
        await market.clock.advance(STEP_MS);
      });
      await market.close();
      return recorded;
    },
  },
  'the network is gone at night, when nobody buys': {
    fires: { ProbesUnreachable: 139 },
    record: () =>
      withMarket({}, ({ market, api, seller }) =>
        record(api, 140, async (n) => {
          if (n === FAULT) await closeSeller(seller);
          await market.clock.advance(STEP_MS);
        }),
      ),
  },
  'a seller stops answering, and its queue fills': {
    fires: { QueueFull: 30, SellerQueueFull: 40, OrdersWaitLong: 40 },
    record: () =>
      withMarket(
        {
          MKT_CALLS_PER_SELLER: '1',
          MKT_WAITING_PER_SELLER: '50',
          MKT_WAITING_PER_PROCESS: '50',
          MKT_SHARE_WAITING_PER_BUYER: '60',
          MKT_SHARE_WAITING_PER_PAIR: '60',
        },
        ({ market, api, listingId }) =>
          record(api, 56, async (n) => {
            if (n >= FAULT) await repeat(n === FAULT ? 51 : 2, () => api.activate(listingId));
            await market.clock.advance(STEP_MS);
          }),
        true,
      ),
  },
  'the background work has stopped': {
    fires: { OrdersNotExpired: 58, FollowerBehind: 58 },
    record: () =>
      withMarket(
        { MKT_CALLS_PER_SELLER: '1', MKT_WAITING_PER_SELLER: '60' },
        ({ market, api, listingId }) =>
          record(api, 60, async (n) => {
            if (n === FAULT) await repeat(40, () => api.activate(listingId));
            if (n < FAULT) await market.clock.advance(STEP_MS);
            else market.clock.move(STEP_MS);
          }),
        true,
      ),
  },
  'deliveries to webhooks are not sent': {
    fires: { WebhooksOverdue: 54 },
    record: () =>
      withMarket({}, async ({ market, api, seller, listingId }) => {
        seller.on('POST /hook', () => ({ status: 503 }));
        await api.post('/v1/webhooks', { url: `${seller.url}/hook` });
        return record(api, 56, async (n) => {
          if (n === FAULT - 1) await api.activate(listingId, {}, 10);
          if (n < FAULT) await market.clock.advance(STEP_MS / 5);
          else market.clock.move(STEP_MS);
        });
      }),
  },
  'another program holds the lock of the database': {
    fires: { OrdersNotStored: 18, DatabaseSlow: 28 },
    record: () =>
      withMarket({}, async ({ market, api, folder, listingId }) => {
        const Database = require('better-sqlite3') as new (file: string) => {
          exec(sql: string): void;
          close(): void;
        };
        const other = new Database(join(folder, 'market.db'));
        const recorded = await record(api, 29, async (n) => {
          if (n === FAULT) other.exec('BEGIN IMMEDIATE');
          await repeat(n < FAULT ? 4 : 1, () => api.activate(listingId, {}, 10));
          market.clock.move(STEP_MS);
        });
        other.exec('ROLLBACK');
        other.close();
        return recorded;
      }),
  },
  'a table is missing': {
    fires: { InternalErrors: 33 },
    record: () =>
      withMarket({}, async ({ market, api, folder }) => {
        const Database = require('better-sqlite3') as new (file: string) => {
          exec(sql: string): void;
          close(): void;
        };
        const other = new Database(join(folder, 'market.db'));
        const recorded = await record(api, 34, async (n) => {
          if (n === FAULT) other.exec('ALTER TABLE profile RENAME TO moved');
          await api.get('/v1/profile');
          market.clock.move(STEP_MS);
        });
        other.exec('ALTER TABLE moved RENAME TO profile');
        other.close();
        return recorded;
      }),
  },
  'Postgres is gone': {
    fires: { NotReady: 14, OrdersNotStored: 14 },
    async record() {
      const cluster = await startCluster();
      const market = await createTestMarketplace({
        environment: {
          MKT_DATABASE_URL: cluster.url('postgres'),
          MKT_ENCRYPTION_KEY: 'A'.repeat(43) + '=',
        },
        data: mkdtempSync(join(tmpdir(), 'mkt-faults-')),
      });
      const seller = await startSeller();
      const api = createApi(market.url, market.apiKey);
      const listingId = await publish(api, market, seller);
      const recorded = await record(api, 16, async (n) => {
        if (n === FAULT) await cluster.stop('crash');
        await api.activate(listingId, {}, 1);
      });
      await cluster.start();
      await market.close();
      await closeSeller(seller);
      await cluster.remove();
      return recorded;
    },
  },
  'a process is killed in the middle of calls': {
    fires: { OrdersInterrupted: 10 },
    async record() {
      const folder = mkdtempSync(join(tmpdir(), 'mkt-faults-'));
      const seller = await startSeller({ handlers: { 'POST /run': hold } });
      const start = async () => {
        const args = ['serve', '--dev', '--json', '--port', '0', '--data', folder];
        const child = spawnMarketplace(args, { program: CURRENT });
        const ready = await readyLineOf(child);
        return { child, api: createApi(ready.baseUrl, ready.devApiKey) };
      };
      let running = await start();
      const { body } = await running.api.post('/v1/providers', {
        title: 'Echo',
        runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
      });
      const isPublished = async () =>
        (await running.api.get(`/v1/providers/${body.id}`)).body.status === 'published';
      while (!(await isPublished())) await new Promise((resolve) => setTimeout(resolve, 100));
      const current: Api = { ...running.api, get: (path) => running.api.get(path) };
      const recorded = await record(current, 14, async (n) => {
        if (n === FAULT - 1) {
          await repeat(3, () => running.api.activate(body.id));
        }
        if (n === FAULT) {
          running.child.kill('SIGKILL');
          running = await start();
        }
      });
      running.child.kill('SIGKILL');
      await closeSeller(seller);
      rmSync(folder, { recursive: true, force: true });
      return recorded;
    },
  },
  'a process has too much to do at once': {
    fires: { EventLoopBlocked: 32 },
    record: () =>
      withMarket({}, ({ market, api }) =>
        record(api, 34, async (n) => {
          if (n >= FAULT) compute(500);
          // The delay is measured when the loop has turned.
          await new Promise((resolve) => setTimeout(resolve, 30));
          market.clock.move(STEP_MS);
        }),
      ),
  },
  'connections are left open': {
    fires: { FileDescriptorsNearLimit: 32 },
    record: () =>
      withMarket({}, async ({ market, api }) => {
        const open: number[] = [];
        const recorded = await record(api, 34, async (n) => {
          const limit = Number(
            /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1],
          );
          if (n === FAULT)
            await repeat(0.85 * limit, () =>
              Promise.resolve(open.push(openSync('/dev/null', 'r'))),
            );
          market.clock.move(STEP_MS);
        });
        for (const each of open) closeSync(each);
        return recorded;
      }),
  },
};

/** The labels of alerts that name what they are about. */
const OF_PROCESS = [{ job: 'mkt', instance: 'a' }];
const LABELS: Record<string, Record<string, string>[]> = {
  NotReady: OF_PROCESS,
  EventLoopBlocked: OF_PROCESS,
  FileDescriptorsNearLimit: OF_PROCESS,
  FollowerBehind: [{ follower: 'statistics' }, { follower: 'webhooks' }],
};

interface Rule {
  expr: string;
  labels: string;
  summary: string;
}

/** The alerts of the rules file. */
function rules(): Map<string, Rule> {
  const text = readFileSync(RULES, 'utf8');
  return new Map(
    text
      .split('- alert: ')
      .slice(1)
      .map((rule) => [
        rule.split('\n')[0] ?? '',
        {
          expr: /expr: ([\s\S]*?)\n +(?:for|labels):/.exec(rule)?.[1] ?? '',
          labels: /severity: (\w+)/.exec(rule)?.[1] ?? '',
          summary: /summary: (.*) \}/.exec(rule)?.[1] ?? '',
        },
      ]),
  );
}

/** In promtool's notation, in which repeated values are short. */
function notation(values: readonly (number | undefined)[]): string {
  const texts = Array.from(values, (value) =>
    value === undefined ? '_' : String(Math.round(value * 1_000) / 1_000),
  );
  const runs: { text: string; count: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.count += 1;
    else runs.push({ text, count: 1 });
  }
  return runs
    .map(({ text, count }) => {
      if (count === 1) return text;
      return `${text}x${text === '_' ? count : count - 1}`;
    })
    .join(' ');
}

const durationOf = (step: number) => `${(step * STEP_MS) / 1_000}s`;

function testOf(title: string, { fires }: Fault, recorded: Recorded): string {
  const known = rules();
  const exprs = Object.keys(fires).map((alert) => known.get(alert)?.expr ?? '');
  const names = new Set(exprs.flatMap((expr) => expr.match(/\b(?:mkt|process|nodejs)_\w+/g) ?? []));
  const isUsed = (series: string) => {
    const [name = ''] = series.split('{');
    return names.has(name) && (!/_bucket/.test(name) || series.includes('kind="write"'));
  };
  const lines = [`  - name: ${title}`, '    interval: 15s', '    input_series:'];
  for (const [series, values] of [...recorded].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isNeeded = values.some((value) => value !== 0 && value !== undefined);
    if (!isUsed(series) || !isNeeded) continue;
    lines.push(`      - series: '${series}'`, `        values: '${notation(values)}'`);
  }
  lines.push('    alert_rule_test:');
  for (const [alert, step] of Object.entries(fires)) {
    lines.push(
      `      - { eval_time: ${durationOf(FAULT - 1)}, alertname: ${alert} }`,
      `      - eval_time: ${durationOf(step)}`,
      `        alertname: ${alert}`,
      '        exp_alerts:',
    );
    const { labels: severity = '', summary = '' } = known.get(alert) ?? {};
    for (const labels of LABELS[alert] ?? [{}]) {
      const all = Object.entries({ severity, ...labels }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      lines.push(
        `          - exp_labels: { ${all.join(', ')} }`,
        `            exp_annotations: { summary: ${summary} }`,
      );
    }
  }
  return lines.join('\n');
}

const HEAD = `# What a marketplace exposed while it had the fault of each alert. Recorded by
# e2e/record-alerts.ts, but for the first two: a process that has ended, and a damaged database.
rule_files: [prometheus-rules.yml]
evaluation_interval: 15s
tests:
  - name: a process has ended
    interval: 15s
    input_series:
      - series: 'up{job="mkt",instance="a"}'
        values: '1x7 0x8'
    alert_rule_test:
      - { eval_time: 105s, alertname: MarketplaceDown }
      - eval_time: 210s
        alertname: MarketplaceDown
        exp_alerts:
          - exp_labels: { severity: page, job: mkt, instance: a }
            exp_annotations: { summary: A process of the marketplace does not respond. }
  - name: the disk has damaged the database
    interval: 15s
    input_series:
      - series: 'mkt_database_check{job="mkt",instance="a",state="damaged"}'
        values: '0x7 1x8'
    alert_rule_test:
      - { eval_time: 105s, alertname: DatabaseDamaged }
      - eval_time: 120s
        alertname: DatabaseDamaged
        exp_alerts:
          - exp_labels: { severity: page, job: mkt, instance: a, state: damaged }
            exp_annotations: { summary: The database is damaged. }
`;

const only = process.argv[2];
if (only === undefined) process.stdout.write(HEAD);
for (const [title, fault] of Object.entries(FAULTS)) {
  if (only !== undefined && !title.includes(only)) continue;
  const recorded = await fault.record();
  process.stdout.write(`${testOf(title, fault, recorded)}\n`);
}
process.exit(0);
