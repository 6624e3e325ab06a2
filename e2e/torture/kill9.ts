// Kills a marketplace under load at random instants, repeatedly and with the same data.
import { setTimeout as pause } from 'node:timers/promises';
import { openBudgets } from './budget-audit.ts';
import { createApiClient, NoResponse, type ApiClient } from './api-client.ts';
import { publishAll, signingSecret } from './listings.ts';
import { createOrderAudit } from './order-audit.ts';
import { createOrderLedger, type OrderLedger } from './order-ledger.ts';
import { startOrderLoad } from './order-load.ts';
import { childrenOf, isRunning } from './process-figures.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { searchSecrets } from './secret-search.ts';
import type { ServerProcess } from './server-process.ts';
import { auditStats } from './stats-audit.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const CYCLES = 500;
const ORDERS_PER_SECOND = 40;
const MAX_LIFE_MS = 1_200;
/** Some servers are killed before they are ready, which interrupts recovery too. */
const EARLY_SHARE = 0.1;
const MAX_START_MS = 700;
/** No order may be past its lease or its waiting limit this long after the last start. */
const ENDED_WITHIN_MS = 60_000;
const PROGRESS_EVERY = 25;
/** A process that a server starts must not outlive it. */
const WORKER = 'schema-worker';
const WORKERS_GONE_MS = 2_000;

interface Running {
  process: ServerProcess;
  api: ApiClient;
  apiKey: string;
}

/** Only a server that was killed may leave a request without a response. */
function cutOffByDesign(error: unknown): void {
  if (!(error instanceof NoResponse)) throw error;
}

async function live(process: ServerProcess): Promise<Running> {
  const { baseUrl, devApiKey = '' } = await process.ready;
  return { process, api: createApiClient(baseUrl, devApiKey), apiKey: devApiKey };
}

async function restart({ random, startServer }: TortureRun): Promise<Running> {
  while (random.chance(EARLY_SHARE)) {
    const early = startServer();
    await Promise.race([pause(random.int(0, MAX_START_MS)), early.ended]);
    await early.end('SIGKILL');
  }
  return live(startServer());
}

/** Each activation with an idempotency key was repeated until it got a response: it must have one order. */
function checkKeys({ report }: TortureRun, ledger: OrderLedger): void {
  for (const { key, confirmed, orderIds, body } of ledger.attempts.values()) {
    if (key === undefined || (confirmed && orderIds.size === 1)) continue;
    report.violation('lost', `${body} with key ${key} has ${orderIds.size} orders`);
  }
}

async function stop({ report }: TortureRun, { process, api }: Running): Promise<void> {
  api.close();
  const { code, signal } = await process.end('SIGTERM');
  if (code !== 0) report.violation('unclean stops', `exit ${code ?? signal}`);
}

/** Kills and restarts the server in cycles; then every order must exist once and be settled. */
export const kill9 = defineTorture(
  {
    name: 'kill9',
    kinds: [
      'lost',
      'called twice',
      'ordered twice',
      'changed after the fact',
      'stuck',
      'miscounted',
      'over budget',
      'miscounted budgets',
      'left behind',
      'secrets in clear',
    ],
    checks: [
      'orders read back',
      'settled orders',
      'orders that were called',
      'activations with a key',
      'orders in statistics',
      'orders of budgets',
      'processes of a server',
    ],
    // Few concurrent calls, so that orders wait too.
    env: { MKT_CALLS_PER_SELLER: '10' },
  },
  async (run) => {
    const { report, random, startServer } = run;
    const { cycles = CYCLES, processes } = run.options;
    const seller = await startRecordingSeller();
    run.defer(seller.close);
    seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
    const ledger = createOrderLedger({
      report,
      seller,
      excuses: (kind) => kind === 'interrupted',
    });
    const audit = createOrderAudit({ report, ledger, seller, random: random.stream('audit') });

    const first = await live(startServer());
    const servers = [first];
    while (servers.length < processes) servers.push(await live(startServer()));
    const listings = await publishAll(first.api, seller.url);
    const secrets = [first.apiKey];
    for (const id of listings) secrets.push(await signingSecret(first.api, id));
    const anyServer = () => servers[servers.length === 1 ? 0 : random.int(0, servers.length - 1)]!;

    let cutOff = 0;
    const children = new Set<number>();
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const victim = random.int(0, servers.length - 1);
      const { process, api } = servers[victim]!;
      const budgets = await openBudgets(api, report);
      secrets.push(...budgets.secrets);
      const load = startOrderLoad({
        report,
        ledger,
        listings,
        ordersPerSecond: ORDERS_PER_SECOND,
        random: random.stream(cycle),
        name: `c${cycle}`,
        api: () => anyServer().api,
        budgeted: budgets.secrets,
      });
      const checks = [audit.recent(api), audit.replay(api)].map((check) =>
        check.catch(cutOffByDesign),
      );
      // On a busy machine, all servers of a short run might be killed before that.
      if (cycle === 1) await budgets.used(api);
      await pause(random.int(1, MAX_LIFE_MS));
      for (const child of await childrenOf(process.pid)) children.add(child);
      process.signal('SIGKILL');
      load.stop();
      await process.ended;
      await load.idle();
      await Promise.all(checks);
      api.close();
      cutOff += load.cutOff();
      const restarted = await restart(run);
      servers[victim] = restarted;
      await budgets.audit(restarted.api);
      await budgets.close(restarted.api);
      if (cycle % PROGRESS_EVERY === 0) {
        report.progress(
          `${cycle} kills, ${ledger.acknowledged.size} orders accepted, ${cutOff} requests cut off, ${report.found()} findings`,
        );
      }
    }

    const lastStart = performance.now();
    const { api } = servers[0]!;
    await audit.replayAll(api);
    await audit.recent(api);
    while (ledger.open().length > 0 && performance.now() - lastStart < ENDED_WITHIN_MS) {
      await pause(200);
      await audit.recent(api);
    }
    for (const orderId of await audit.stuck(api)) report.violation('stuck', orderId);
    await audit.all(api);
    await auditStats({ report, listings }, api);
    checkKeys(run, ledger);
    for (const server of servers) await stop(run, server);
    await pause(WORKERS_GONE_MS);
    report.checked('processes of a server', children.size);
    for (const child of children) {
      if (await isRunning(child, WORKER)) report.violation('left behind', `process ${child}`);
    }

    for (const found of await searchSecrets(run.written, secrets)) {
      report.violation('secrets in clear', found);
    }
    return {
      done: `${cycles} cycles`,
      figures: `of ${ledger.size()} orders, ${cutOff} requests cut off`,
    };
  },
);

await runAsProgram(import.meta.url, kill9);
