// Takes a marketplace's disk away (on Postgres its network to the database) under load, and gives it back.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openHangingNetwork } from '../../test-bed/hanging-network.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { publishAll } from './listings.ts';
import { createOrderAudit } from './order-audit.ts';
import { createOrderLedger } from './order-ledger.ts';
import { startOrderLoad, untilAccepted } from './order-load.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const CYCLES = 50;
const ORDERS_PER_SECOND = 40;
const SLOWEST_MS = 800;
const LONGEST_MS = 5_000;
/** The documented second, and some margin for a busy machine. */
const ANSWER_WITHIN_MS = 1_500;
const RECOVERED_WITHIN_MS = 60_000;
const ENDED_WITHIN_MS = 36_000;

interface Outage {
  database: string | undefined;
  begin(pid: number): void;
  end(pid: number): void;
}

/** A limit of the system on the size of files: no byte can be written. */
function limitFiles(pid: number, bytes: '0' | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

async function outageOf(run: TortureRun): Promise<Outage> {
  const { database } = run.options;
  if (database === undefined) {
    return {
      database,
      begin: (pid) => limitFiles(pid, '0'),
      end: (pid) => limitFiles(pid, 'unlimited'),
    };
  }
  const network = await openHangingNetwork(database);
  run.defer(() => network[Symbol.asyncDispose]());
  return { database: network.url, begin: network.hang, end: network.resume };
}

async function readyz({ report }: TortureRun, api: ApiClient): Promise<number> {
  const startedAt = performance.now();
  const { status } = await api.request('GET', '/readyz');
  const tookMs = performance.now() - startedAt;
  report.checked('answers of /readyz');
  if (tookMs > ANSWER_WITHIN_MS)
    report.violation('slow answers', `/readyz after ${Math.round(tookMs)} ms`);
  return status;
}

/** Orders are refused while the disk or the database is away, and no order is lost or called twice. */
export const outages = defineTorture(
  {
    name: 'outages',
    kinds: [
      'lost',
      'called twice',
      'changed after the fact',
      'ready without a database',
      'slow answers',
      'late',
    ],
    checks: ['orders read back', 'settled orders', 'answers of /readyz'],
    env: {
      MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      MKT_RATE_REQUESTS_PER_SECOND: '100000',
      MKT_RATE_BURST: '100000',
    },
  },
  async (run) => {
    const { report, random, folder, startServer } = run;
    const { cycles = CYCLES } = run.options;
    const seller = await startRecordingSeller();
    run.defer(seller.close);
    seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
    const ledger = createOrderLedger({ report, seller, excuses: (kind) => kind === 'interrupted' });
    const audit = createOrderAudit({ report, ledger, seller, random: random.stream('audit') });
    const outage = await outageOf(run);
    const args = ['serve', '--dev', '--port', '0', '--data', folder.dataDir];
    const on = outage.database === undefined ? [] : ['--database', outage.database];
    const server = startServer({ args: [...args, ...on] });
    const { baseUrl, devApiKey } = await server.ready;
    const api = createApiClient(baseUrl, devApiKey);
    run.defer(api.close);
    const listings = await publishAll(api, seller.url);

    let isOut = false;
    const load = startOrderLoad({
      report,
      ledger,
      listings,
      ordersPerSecond: ORDERS_PER_SECOND,
      slowestMs: SLOWEST_MS,
      random: random.stream('load'),
      name: 'outage',
      api: () => api,
      isOut: () => isOut,
    });
    run.defer(load.stop);

    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      await pause(random.int(500, 2_000));
      isOut = true;
      outage.begin(server.pid);
      const endsAt = performance.now() + random.int(1_500, LONGEST_MS);
      // The result of the check before may be half a second old.
      await pause(600);
      while (performance.now() < endsAt) {
        if ((await readyz(run, api)) !== 503)
          report.violation('ready without a database', `in cycle ${cycle}`);
        await pause(100);
      }
      outage.end(server.pid);
      await pollUntil(
        'it is ready',
        async () => ((await readyz(run, api)) === 200 ? true : undefined),
        RECOVERED_WITHIN_MS,
      );
      const probes = { report, ledger, listings, name: `probe-${cycle}`, isOut: () => isOut };
      await untilAccepted(probes, api, RECOVERED_WITHIN_MS);
      isOut = false;
      report.progress(`${cycle} outages, ${ledger.acknowledged.size} orders accepted`);
    }

    load.stop();
    await load.idle();
    await audit.replayAll(api);
    const deadline = performance.now() + RECOVERED_WITHIN_MS;
    do await audit.recent(api);
    while (ledger.open().length > 0 && performance.now() < deadline);
    for (const orderId of ledger.open()) report.violation('stuck', orderId);
    await audit.all(api);

    // The last one never ends: the server must, all the same.
    if (outage.database !== undefined) outage.begin(server.pid);
    const startedAt = performance.now();
    const { code, signal } = await server.end('SIGTERM');
    const tookMs = performance.now() - startedAt;
    if (tookMs > ENDED_WITHIN_MS) report.violation('late', `ended after ${Math.round(tookMs)} ms`);
    if (code !== 0) report.violation('unclean', `exit ${code ?? signal}`);
    return {
      done: `${cycles} cycles`,
      figures: `${ledger.acknowledged.size} orders accepted, ended after ${(tookMs / 1_000).toFixed(1)} s`,
    };
  },
);

await runAsProgram(import.meta.url, outages);
