import { setTimeout as pause } from 'node:timers/promises';
import { createApi, type Api } from '../test-bed/api.ts';
import { loadOrders, startProject } from './contestants.ts';
import { startServer } from './measure/child-process.ts';
import { startPacedLoad } from './measure/paced-load.ts';
import { measureInRounds, type Sample, type Variant } from './measure/rounds.ts';
import { quantile } from './measure/statistics.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';
import { INPUT } from './sample-call.ts';

const CONNECTIONS = 16;
/** Orders per second while delays are measured: few enough that no delivery waits for another. */
const PER_SECOND = 20;
const ENDPOINTS = [0, 1, 5, 20];
const NONE = '0';
/** How long the last deliveries may take. */
const LAST_DELIVERIES_MS = 30_000;
const POLL_MS = 50;

interface World {
  project: Awaited<ReturnType<typeof startProject>>;
  api: Api;
  endpointUrl: string;
}

let measurements = 0;

/** Runs with this many new webhooks, and deletes them with the deliveries that still wait. */
async function withWebhooks<Result>(
  { api, endpointUrl }: World,
  endpoints: number,
  run: (name: string) => Promise<Result>,
): Promise<Result> {
  measurements += 1;
  const name = `m${measurements}-${Date.now()}`;
  const ids: string[] = [];
  for (let n = 0; n < endpoints; n++) {
    const { status, text, body } = await api.post('/v1/webhooks', {
      url: `${endpointUrl}/hook/${name}?${n}`,
    });
    if (status !== 201) throw new Error(`POST /v1/webhooks: ${status} ${text}`);
    ids.push(body.id);
  }
  try {
    return await run(name);
  } finally {
    for (const id of ids) await api.delete(`/v1/webhooks/${id}`);
  }
}

async function delaysOf({ endpointUrl }: World, name: string): Promise<number[]> {
  return (await (await fetch(`${endpointUrl}/delays/${name}`)).json()) as number[];
}

/** How long after an order had settled its deliveries came, at a steady rate of orders. */
async function measureDelays(world: World, endpoints: number, seconds: number): Promise<Sample> {
  if (endpoints === 0) return {};
  return await withWebhooks(world, endpoints, async (name) => {
    const { url, apiKey, listingId } = world.project;
    const body = JSON.stringify({ listingId, requestBody: INPUT });
    let sent = 0;
    const stop = startPacedLoad({
      perSecond: PER_SECOND,
      headers: { 'x-mkt-api-key': apiKey, prefer: 'wait=10' },
      request: (number) => {
        sent = number;
        return { method: 'POST', url: `${url}/v1/orders`, body };
      },
    });
    await pause(seconds * 1_000);
    const deadlineMs = performance.now() + LAST_DELIVERIES_MS;
    // The orders of the last moment may be cut off.
    const most = sent - 1;
    while ((await delaysOf(world, name)).length < most * endpoints) {
      if (performance.now() > deadlineMs) throw new Error(`Deliveries to ${name} are missing.`);
      await pause(POLL_MS);
    }
    stop();
    const delays = await delaysOf(world, name);
    return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
  });
}

const variantOf = (world: World, endpoints: number): Variant => ({
  name: String(endpoints),
  async measure(seconds) {
    const load = await withWebhooks(world, endpoints, () =>
      loadOrders(world.project, CONNECTIONS, seconds),
    );
    return { ...load, ...(await measureDelays(world, endpoints, seconds)) };
  },
});

export const webhooks: Benchmark = {
  title: 'Webhooks',
  method: `The built server on its embedded database, with this many webhooks of the account that buys. Orders per second: as many as settle on ${CONNECTIONS} connections while the deliveries of each are queued and sent. Delay: from the time at which an order settled until its delivery reached the endpoint, at ${PER_SECOND} orders per second.`,
  notMeasured: [
    'endpoints that are on other machines, use TLS, are slow or fail; the time until all deliveries of the fastest load are sent: at most 8 at a time go to one webhook and 16 to those of one account, so they wait; several processes on Postgres.',
  ],
  async run(options) {
    const seller = await startServer('servers/quick-seller.ts');
    const endpoint = await startServer('servers/webhook-endpoint.ts');
    const project = await startProject(seller.url);
    const api = createApi(project.url, project.apiKey);
    const world: World = { project, api, endpointUrl: endpoint.url };
    const measured = await measureInRounds(
      ENDPOINTS.map((endpoints) => variantOf(world, endpoints)),
      options,
    );
    for (const server of [project, endpoint, seller]) await server.stop();
    return {
      tables: [
        {
          title: 'One process',
          columns: ['webhooks', 'orders/s', '±', 'ratio', 'CPU µs/order', 'p50 ms', 'p99 ms'],
          rows: measured.names.map((name) => [
            name,
            figure(measured.median(name, 'requestsPerSecond')),
            percent(measured.spread(name, 'requestsPerSecond')),
            ratio(measured.ratio(name, NONE, 'requestsPerSecond')),
            figure(measured.median(name, 'cpuMicros')),
            figure(measured.median(name, 'p50')),
            figure(measured.median(name, 'p99')),
          ]),
        },
      ],
      goals: [],
    };
  },
};
