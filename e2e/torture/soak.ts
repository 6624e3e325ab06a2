// A steady load for a long time: memory and descriptors must not grow, and no order may fail.
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient } from './api-client.ts';
import { INSPECTABLE, inspectMemory } from './collected-memory.ts';
import { expectStatus, publishAll, signingSecret } from './listings.ts';
import { watchMemory } from './memory-watch.ts';
import { median, percentile } from './percentile.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { searchSecrets } from './secret-search.ts';
import { defineTorture, runAsProgram } from './torture-run.ts';

const MINUTES = 20;
const ORDERS_PER_SECOND = 100;
const SLOWEST_SELLER_MS = 100;
const MINUTE_MS = 60_000;
/** In a run this long, what is left after garbage collections must not grow faster in the second half. */
const MEMORY_MINUTES = 60;
const MEMORY_MIB_PER_HOUR = 5;

/** Runs for the given minutes, and compares the end with the beginning. */
export const soak = defineTorture(
  {
    name: 'soak',
    kinds: ['failed', 'called twice', 'memory', 'descriptors', 'secrets in clear'],
    checks: ['orders', 'samples of memory'],
  },
  async (run) => {
    const { report, random } = run;
    const { minutes = MINUTES } = run.options;
    const seller = await startRecordingSeller();
    run.defer(seller.close);
    seller.onSecondCall = (orderId) => report.violation('called twice', orderId);
    const server = run.startServer({ env: INSPECTABLE });
    const { baseUrl, devApiKey = '' } = await server.ready;
    const api = createApiClient(baseUrl, devApiKey);
    const listings = await publishAll(api, seller.url);
    const secrets = [devApiKey];
    for (const id of listings) secrets.push(await signingSecret(api, id));

    const latenciesMs: number[] = [];
    let placed = 0;
    const open = new Set<Promise<void>>();
    async function activate(): Promise<void> {
      const attempt = `soak-${(placed += 1)}`;
      const delayMs = random.int(0, SLOWEST_SELLER_MS);
      const requestBody = { attempt, kind: 'result', delayMs };
      const body = JSON.stringify({ listingId: random.pick(listings), requestBody });
      const headers = {
        prefer: 'wait=30',
        ...(random.chance(0.5) ? { 'idempotency-key': attempt } : {}),
      };
      const startedAt = performance.now();
      const response = await api.request('POST', '/v1/orders', body, headers);
      const { orderState, result } = expectStatus(response, 201);
      report.checked('orders');
      // What the marketplace adds to the seller's time.
      latenciesMs.push(performance.now() - startedAt - delayMs);
      if (orderState !== 'completed' || result.attempt !== attempt) {
        report.violation('failed', response.text);
      }
      if (random.chance(0.1)) expectStatus(await api.request('GET', '/v1/orders?limit=20'), 200);
    }

    const memory = watchMemory(server.pid);
    run.defer(memory.stop);
    const inspected = await inspectMemory(server, run.folder.logFile);
    run.defer(inspected.close);
    const startedAt = performance.now();
    const endsAt = startedAt + minutes * MINUTE_MS;
    const halfAt = startedAt + (minutes * MINUTE_MS) / 2;
    const progress = setInterval(() => {
      if (performance.now() >= halfAt) void inspected.collect();
      const { rssMib = 0, descriptors } = memory.last() ?? {};
      if (latenciesMs.length === 0) return report.progress('no order has settled yet');
      report.progress(
        `${placed} orders, ${rssMib.toFixed(0)} MiB, ${descriptors} descriptors, p99 ${percentile(latenciesMs.slice(-6_000), 0.99).toFixed(0)} ms over the seller's time`,
      );
    }, MINUTE_MS);
    run.defer(() => clearInterval(progress));
    while (performance.now() < endsAt) {
      const due = ((performance.now() - startedAt) / 1_000) * ORDERS_PER_SECOND;
      while (placed < due) {
        const work = activate()
          .catch((error: unknown) => report.violation('failed', String(error)))
          .finally(() => open.delete(work));
        open.add(work);
      }
      await pause(5);
    }
    await Promise.all(open);
    api.close();

    const flat = memory.close(report);
    const { collections, rss, heap } = inspected.growth();
    if (minutes >= MEMORY_MINUTES && rss > MEMORY_MIB_PER_HOUR) {
      report.violation('memory', `grows by ${rss.toFixed(1)} MiB an hour`);
    }
    inspected.close();
    const { code, signal } = await server.end('SIGTERM');
    if (code !== 0) report.violation('unclean stops', `exit ${code ?? signal}`);
    for (const found of await searchSecrets(run.written, secrets)) {
      report.violation('secrets in clear', found);
    }
    return {
      done: `${minutes} minutes`,
      figures: [
        `${placed} orders`,
        flat,
        ...(collections > 2
          ? [
              `after each of the last ${collections} collections ${rss.toFixed(1)} MiB/h more resident and ${heap.toFixed(1)} MiB/h more on the heap`,
            ]
          : []),
        `p50 ${median(latenciesMs).toFixed(0)} ms and p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms over the seller's time`,
      ].join(', '),
    };
  },
);

await runAsProgram(import.meta.url, soak);
