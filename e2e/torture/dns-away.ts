// Takes the name server away from a marketplace that sells, again and again.
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startNameServer, type NameServerMode } from '../../test-bed/name-server.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { json, startSeller } from '../../test-bed/seller.ts';
import { runMarketplace } from '../acceptance/run-marketplace.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { expectStatus, publishAt } from './listings.ts';
import { defineTorture, runAsProgram } from './torture-run.ts';

const CYCLES = 30;
const SELLERS = 4;
const ORDERS_PER_SECOND = 10;
const MODES: readonly NameServerMode[] = ['fails', 'denies', 'silent'];
/** For how long the name server is away, from and to. */
const AWAY_MS = { short: [200, 2_000], middle: [3_000, 8_000], long: [14_000, 30_000] } as const;
/** Before and after. */
const AROUND_MS = 1_000;
/** A call that is tried again ends after 20 s, an order that waits is called when the network is back. */
const SETTLED_WITHIN_MS = 60_000;

const PRELOAD = fileURLToPath(new URL('./dns-away-preload.mjs', import.meta.url));

const isOutage = async (api: ApiClient) =>
  /^mkt_network_outage 1$/m.test((await api.request('GET', '/metrics')).text);

/** Takes the name server away in cycles: orders wait, and none fails because of a short outage. */
export const dnsAway = defineTorture(
  {
    name: 'dns-away',
    kinds: ['lost', 'failed', 'called twice', 'not noticed', 'blamed on a seller'],
    checks: ['completed orders', 'outages that were noticed'],
  },
  async ({ report, random, folder, startServer, defer, options }) => {
    const { cycles = CYCLES } = options;
    const chance = random.stream('cycles');
    const callCounts = new Map<string, number>();
    const names = Array.from({ length: SELLERS }, (_, index) => `api.seller${index}.example`);
    const dns = await startNameServer(
      Object.fromEntries(names.map((name) => [name, { A: ['127.0.0.1'], AAAA: [] }])),
    );
    defer(dns.close);
    const server = startServer({
      env: { NODE_OPTIONS: `--import=${PRELOAD}`, TORTURE_NAME_SERVER: dns.address },
    });
    const { baseUrl, devApiKey } = await server.ready;
    const api = createApiClient(baseUrl, devApiKey);
    defer(api.close);

    async function sell(name: string): Promise<string> {
      const place = options.database
        ? ['--database', options.database]
        : ['--data', folder.dataDir];
      const args = ['keys', 'create', ...place, '--email', name.replace('.', '@')];
      const made = await runMarketplace([...args, '--scopes', '*', '--json']);
      const sellerApi = createApiClient(baseUrl, JSON.parse(made.stdout).key);
      defer(sellerApi.close);
      // A connection that is kept open would need no name.
      const respond = () => ({ ...json({ ok: true }), headers: { connection: 'close' } });
      const seller = await startSeller({
        records: false,
        handlers: { 'POST /run': respond },
        onCall(orderId, count) {
          callCounts.set(orderId, count);
          if (count > 1) report.violation('called twice', orderId, orderId);
        },
      });
      defer(seller.close);
      const url = `http://${name}:${seller.port}`;
      return publishAt(sellerApi, `${url}/run`, {
        method: 'POST',
        healthEndpoint: `${url}/health`,
      });
    }
    const listings: string[] = [];
    for (const name of names) listings.push(await sell(name));

    let completed = 0;
    let interrupted = 0;
    async function check(orderId: string, mayFail: boolean): Promise<void> {
      const order = await pollUntil(
        `${orderId} settles`,
        async () => {
          const found = expectStatus(await api.request('GET', `/v1/orders/${orderId}`), 200);
          return found.completedAt === null ? undefined : found;
        },
        SETTLED_WITHIN_MS,
      );
      const calls = callCounts.get(orderId) ?? 0;
      if (order.orderState === 'completed') {
        completed += 1;
        report.checked('completed orders');
        if (calls !== 1) report.violation('lost', `${orderId} completed after ${calls} calls`);
        return;
      }
      interrupted += 1;
      const about = `${orderId}: ${JSON.stringify(order.failure)}, ${calls} calls`;
      if (!mayFail || calls > 0) report.violation('failed', about);
      if (order.failure.reason !== 'marketplace_network') {
        report.violation('blamed on a seller', about);
      }
    }

    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const kind = (['short', 'middle', 'long'] as const)[cycle % 3] ?? 'short';
      const mode = MODES[chance.int(0, MODES.length - 1)] ?? 'fails';
      const [fromMs, toMs] = AWAY_MS[kind];
      const awayMs = chance.int(fromMs, toMs);
      const orders: string[] = [];
      const endsAt = performance.now() + AROUND_MS + awayMs + AROUND_MS;
      const load = (async () => {
        while (performance.now() < endsAt) {
          const listingId = listings[chance.int(0, SELLERS - 1)];
          const body = JSON.stringify({ listingId, requestBody: {} });
          const placed = await api.request('POST', '/v1/orders', body, { prefer: 'wait=0' });
          orders.push(expectStatus(placed, 201).id);
          await pause(1_000 / ORDERS_PER_SECOND);
        }
      })();
      await pause(AROUND_MS);
      dns.mode = mode;
      await pause(awayMs);
      if (kind === 'long') {
        if (await isOutage(api)) report.checked('outages that were noticed');
        else report.violation('not noticed', `${mode} for ${awayMs} ms`);
      }
      dns.mode = 'answers';
      await load;
      await Promise.all(orders.map((id) => check(id, kind === 'long')));
      if (await isOutage(api)) report.violation('not noticed', 'the end of an outage');
      for (const id of listings) {
        const path = `/v1/marketplace/listings/${id}/health`;
        const { status } = expectStatus(await api.request('GET', path), 200);
        if (status !== 'healthy') report.violation('blamed on a seller', `${id} is ${status}`);
      }
      report.progress(`${cycle}: ${mode} for ${awayMs} ms, ${orders.length} orders`);
    }
    await server.end('SIGTERM');
    return {
      done: `${cycles} cycles`,
      figures: `${completed} orders completed, ${interrupted} interrupted by long outages`,
    };
  },
);

await runAsProgram(import.meta.url, dnsAway);
