// Stops a marketplace under load with a signal, repeatedly and with the same data.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { publishAll } from './listings.ts';
import { createOrderAudit } from './order-audit.ts';
import { createOrderLedger, type Attempt, type OrderLedger } from './order-ledger.ts';
import { startOrderLoad, send } from './order-load.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { defineTorture, runAsProgram, type TortureRun } from './torture-run.ts';

const CYCLES = 100;
const ORDERS_PER_SECOND = 40;
const MAX_LIFE_MS = 1_500;
const SLOWEST_MS = 800;
/** The documented limit, 3 s for load balancers and 32 s for calls, and some margin. */
const ENDED_WITHIN_MS = 36_000;
/** After a second signal the server exits immediately; the machine may be busy, though. */
const AT_ONCE_MS = 3_000;
const HELD_MS = 29_000;
const HELD_ORDERS = 5;
const PROGRESS_EVERY = 10;

/** How a cycle stops its server; most cycles are plain. */
type ShutdownKind = 'plain' | 'held' | 'twice' | 'noticed';

/** Of ten cycles, one has long calls, one sends a second signal, and one has the delay outside dev mode. */
function kindOf(cycle: number): ShutdownKind {
  switch (cycle % 10) {
    case 3:
      return 'noticed';
    case 6:
      return 'twice';
    case 9:
      return 'held';
    default:
      return 'plain';
  }
}

const cycleOf = ({ instruction }: Attempt) => Number(/^c(\d+)/.exec(instruction.attempt)?.[1]);

/** Outside dev mode no seller on this machine may be called; a second signal interrupts calls. */
function excuses(kind: string, attempt: Attempt): boolean {
  // An order that waited is called by the next server, in the next cycle.
  const kinds = new Set([cycleOf(attempt), cycleOf(attempt) + 1].map(kindOf));
  if (kind === 'interrupted') return kinds.has('twice');
  return kind === 'url_not_allowed' && kinds.has('noticed');
}

function heldAttempt(name: string, listingId: string): Attempt {
  const instruction = { attempt: name, kind: 'result', delayMs: HELD_MS } as const;
  const body = JSON.stringify({ listingId, requestBody: instruction });
  return { instruction, body, key: undefined, confirmed: false, orderIds: new Set() };
}

/** Load balancers have three seconds to notice the shutdown, in which the server still accepts orders. */
async function checkNotice(
  { report }: TortureRun,
  ledger: OrderLedger,
  api: ApiClient,
  attempt: Attempt,
): Promise<void> {
  await pollUntil('/readyz returns 503', async () => {
    const { status } = await api.request('GET', '/readyz');
    return status === 503 ? true : undefined;
  });
  ledger.add(attempt);
  await send({ report, ledger }, api, attempt);
  if (!attempt.confirmed)
    report.violation('without notice', 'an order was refused during the delay');
}

/** Stops servers in cycles: each in time, with exit code 0, and without losing an order. */
export const shutdown = defineTorture(
  {
    name: 'shutdown',
    kinds: ['lost', 'late', 'unclean', 'called twice', 'changed after the fact', 'without notice'],
    checks: ['orders read back', 'settled orders', 'orders that were called'],
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
    const ledger = createOrderLedger({ report, seller, excuses });
    const audit = createOrderAudit({ report, ledger, seller, random: random.stream('audit') });

    const first = startServer();
    const { baseUrl, devApiKey } = await first.ready;
    const listings = await publishAll(createApiClient(baseUrl, devApiKey), seller.url);
    await first.end('SIGTERM');

    let slowestMs = 0;
    let cutOff = 0;
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const kind = kindOf(cycle);
      const mode = kind === 'noticed' ? [] : ['--dev'];
      const args = ['serve', ...mode, '--port', '0', '--data', folder.dataDir];
      const process = startServer({ args });
      const api = createApiClient((await process.ready).baseUrl, devApiKey);
      await audit.recent(api);
      const load = startOrderLoad({
        report,
        ledger,
        listings,
        ordersPerSecond: ORDERS_PER_SECOND,
        slowestMs: SLOWEST_MS,
        random: random.stream(cycle),
        name: `c${cycle}`,
        api: () => api,
      });
      if (kind === 'held' || kind === 'twice') {
        for (let i = 1; i <= HELD_ORDERS; i += 1) {
          const attempt = heldAttempt(`c${cycle}-held-${i}`, listings[0]);
          ledger.add(attempt);
          await send({ report, ledger }, api, attempt);
        }
      }
      await pause(random.int(1, MAX_LIFE_MS));
      const startedAt = performance.now();
      process.signal('SIGTERM');
      if (kind === 'noticed') {
        await checkNotice(run, ledger, api, heldAttempt(`c${cycle}-late`, listings[0]));
      }
      if (kind === 'twice') {
        await pause(100);
        process.signal('SIGTERM');
      }
      const { code, signal } = await process.ended;
      const tookMs = performance.now() - startedAt;
      load.stop();
      await load.idle();
      api.close();
      slowestMs = Math.max(slowestMs, tookMs);
      cutOff += load.cutOff();
      const limitMs = kind === 'twice' ? AT_ONCE_MS : ENDED_WITHIN_MS;
      if (tookMs > limitMs) report.violation('late', `${kind}: ended after ${tookMs} ms`);
      const expectedCode = kind === 'twice' ? 130 : 0;
      if (code !== expectedCode) report.violation('unclean', `${kind}: exit ${code ?? signal}`);
      if (cycle % PROGRESS_EVERY === 0) {
        report.progress(
          `${cycle} ends, slowest ${Math.round(slowestMs)} ms, ${ledger.acknowledged.size} orders accepted, ${report.found()} findings`,
        );
      }
    }

    const last = startServer();
    const api = createApiClient((await last.ready).baseUrl, devApiKey);
    const deadline = performance.now() + 60_000;
    do await audit.recent(api);
    while (ledger.open().length > 0 && performance.now() < deadline);
    for (const orderId of ledger.open()) report.violation('stuck', orderId);
    await audit.all(api);
    api.close();
    await last.end('SIGTERM');
    const unconfirmed = [...ledger.attempts.values()].filter(
      (attempt) =>
        !attempt.confirmed && attempt.orderIds.size > 0 && kindOf(cycleOf(attempt)) !== 'twice',
    );
    return {
      done: `${cycles} cycles`,
      figures: `of ${ledger.size()} orders, slowest shutdown ${(slowestMs / 1000).toFixed(1)} s, ${cutOff} requests without a response, ${unconfirmed.length} of them with an order`,
    };
  },
);

await runAsProgram(import.meta.url, shutdown);
