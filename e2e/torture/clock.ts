// Sets the clocks of a marketplace under load, in both directions, and suspends it: no order may fail
// because of that, and everything in the background goes on.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setDatabaseClock } from '../../packages/marketplace/test/postgres/database-clock.ts';
import { OK, startSeller } from '../../test-bed/seller.ts';
import { createWallClock } from '../../test-bed/wall-clock.ts';
import { createApiClient } from './api-client.ts';
import { expectStatus, publishAll } from './listings.ts';
import { createOrderAudit } from './order-audit.ts';
import { createOrderLedger } from './order-ledger.ts';
import { startOrderLoad } from './order-load.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { auditStats } from './stats-audit.ts';
import { defineTorture, runAsProgram } from './torture-run.ts';

const CYCLES = 10;
const ORDERS_PER_SECOND = 4;
const SLOWEST_SELLER_MS = 2_000;
const MINUTE_MS = 60_000;
/** How far the clock is off after each fault; a process is suspended where it stays as it is. */
const CLOCKS = [-60, -60, 0, 30, 0].map((minutes) => minutes * MINUTE_MS);
/** Longer than a call, and than its lease. */
const SUSPENDED_MS = 45_000;
const MAX_BETWEEN_MS = 3_000;
const SETTLED_WITHIN_MS = 150_000;
const DELIVERED_WITHIN_MS = 60_000;

/** A cycle sets the clock once more, or suspends the server. */
export const clock = defineTorture(
  {
    name: 'clock',
    kinds: [
      'lost',
      'called twice',
      'ordered twice',
      'changed after the fact',
      'wrong outcomes',
      'stuck',
      'miscounted',
      'not delivered',
    ],
    checks: [
      'orders read back',
      'settled orders',
      'orders that were called',
      'orders in statistics',
      'orders delivered',
    ],
    // Few concurrent calls, so that orders wait.
    env: { MKT_CALLS_PER_SELLER: '4', MKT_SHARE_WAITING_PER_PAIR: '1000' },
  },
  async (run) => {
    const { report, random, folder, defer, startServer } = run;
    const { cycles = CYCLES, database } = run.options;
    const seller = await startRecordingSeller();
    defer(seller.close);
    seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
    const ledger = createOrderLedger({
      report,
      seller,
      // Suspended between its claim and its call, a process does not know whether it may still call.
      excuses: (kind, { orderIds }) =>
        kind === 'interrupted' && ![...orderIds].some((id) => seller.callCounts.has(id)),
    });
    const audit = createOrderAudit({ report, ledger, seller, random: random.stream('audit') });

    const delivered = new Set<string>();
    const receiver = await startSeller({
      records: false,
      other({ body }) {
        delivered.add(JSON.parse(body.toString()).data?.id);
        return OK;
      },
    });
    defer(receiver.close);

    const wallClock = createWallClock(join(folder.dataDir, '..', 'clock'));
    const server = startServer({ env: wallClock.env });
    const { baseUrl, devApiKey = '' } = await server.ready;
    const api = createApiClient(baseUrl, devApiKey);
    const listings = await publishAll(api, seller.url);
    const webhook = JSON.stringify({ url: `${receiver.url}/hook` });
    expectStatus(await api.request('POST', '/v1/webhooks', webhook), 201);

    async function setClocks(aheadMs: number): Promise<void> {
      // That of the process must not matter on Postgres, so it goes the other way.
      wallClock.set(database === undefined ? aheadMs : -aheadMs);
      if (database !== undefined) await setDatabaseClock(database, aheadMs);
    }

    async function suspend(): Promise<void> {
      server.signal('SIGSTOP');
      await pause(SUSPENDED_MS);
      server.signal('SIGCONT');
    }

    let aheadMs = 0;
    const load = startOrderLoad({
      // Requests that a suspended process could not store in time are refused, and may be repeated.
      report: {
        ...report,
        violation(kind, evidence, about) {
          if (kind !== 'refused' || !evidence.includes('storage_unavailable'))
            report.violation(kind, evidence, about);
        },
      },
      ledger,
      listings,
      ordersPerSecond: ORDERS_PER_SECOND,
      slowestMs: SLOWEST_SELLER_MS,
      random: random.stream('load'),
      name: 'clock',
      api: () => api,
    });
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await pause(random.int(MAX_BETWEEN_MS / 2, MAX_BETWEEN_MS));
      const before = aheadMs;
      aheadMs = CLOCKS[cycle % CLOCKS.length] ?? 0;
      if (aheadMs === before) await suspend();
      else await setClocks(aheadMs);
      report.progress(
        `cycle ${cycle + 1}: ${aheadMs === before ? 'suspended' : `the clock is ${aheadMs / MINUTE_MS} min ahead`}, ${ledger.acknowledged.size} orders accepted`,
      );
    }
    await pause(MAX_BETWEEN_MS);
    load.stop();
    await load.idle();

    await audit.replayAll(api);
    const loadEndedMs = performance.now();
    await audit.recent(api);
    while (ledger.open().length > 0 && performance.now() - loadEndedMs < SETTLED_WITHIN_MS) {
      await pause(500);
      await audit.recent(api);
    }
    for (const orderId of ledger.open()) report.violation('stuck', orderId);
    await audit.all(api);

    const settledMs = performance.now();
    const missing = () => [...ledger.acknowledged].filter((id) => !delivered.has(id));
    while (missing().length > 0 && performance.now() - settledMs < DELIVERED_WITHIN_MS) {
      await pause(200);
    }
    for (const orderId of missing()) report.violation('not delivered', orderId);
    report.checked('orders delivered', delivered.size);
    await auditStats({ report, listings }, api);
    api.close();
    await server.end('SIGTERM');
    return { done: `${cycles} cycles`, figures: `of ${ledger.size()} orders` };
  },
);

await runAsProgram(import.meta.url, clock);
