import { createHmac } from 'node:crypto';
import { formatPayload } from '@mkt/protocol/signing';
import { startServer, type RunningServer } from './measure/child-process.ts';
import { runLoad } from './measure/load.ts';
import { cpuMicros } from './measure/process-figures.ts';
import { measureInRounds } from './measure/rounds.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';
import { INPUT, LISTING_ID, SIGNING_SECRET } from './sample-call.ts';

const CONNECTIONS = 64;
const KIT = 'seller-kit on Express';
const KIT_ALONE = 'seller-kit alone';
const BARE = 'node:http by hand';
const EXPRESS = 'Express by hand';

/** A call as the marketplace sends it; valid for five minutes, any number of times. */
function signedCall(): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(INPUT);
  const envelope = { orderId: LISTING_ID, listingId: LISTING_ID, buyerId: 'buyer_bench' };
  const payload = formatPayload(envelope, Math.floor(Date.now() / 1000));
  const key = Buffer.from(SIGNING_SECRET.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${payload}.${body}`).digest('base64');
  return { body, headers: { 'x-mkt-payload': payload, 'x-mkt-signature': `v1,${mac}` } };
}

async function loadCalls({ url, pid }: RunningServer, seconds: number) {
  const before = cpuMicros(pid);
  const load = await runLoad({
    url: `${url}/run`,
    connections: CONNECTIONS,
    seconds,
    ...signedCall(),
  });
  if (load.refused > 0) throw new Error(`${url} refused ${load.refused} calls.`);
  return { ...load, cpuMicros: (cpuMicros(pid) - before) / load.answered };
}

export const kit: Benchmark = {
  title: 'A seller’s service',
  method: `\`@mkt/seller-kit\` on Express, compared with a hand-written server that makes only the same checks (raw body, HMAC, age, JSON, schema), with the same code as an Express route, and with the kit’s own node:http server; ${CONNECTIONS} connections.`,
  notMeasured: [
    'fetch adapters on other runtimes; bodies over 1 KB; the replay store, which is off.',
  ],
  async run(options) {
    const env = { MKT_SIGNING_SECRET: SIGNING_SECRET, NODE_ENV: 'production' };
    const servers = new Map([
      [KIT, await startServer('seller.mjs', env)],
      [BARE, await startServer('servers/bare-service.ts', env)],
      [EXPRESS, await startServer('servers/bare-service.ts', { ...env, ON: 'express' })],
      [KIT_ALONE, await startServer('seller.mjs', { ...env, ON: 'node' })],
    ]);
    const variants = [...servers].map(([name, server]) => ({
      name,
      measure: (seconds: number) => loadCalls(server, seconds),
    }));
    const measured = await measureInRounds(variants, options);
    for (const server of servers.values()) await server.stop();
    const against = measured.ratio(KIT, BARE, 'requestsPerSecond');
    return {
      tables: [
        {
          title: `${CONNECTIONS} connections`,
          columns: ['service', 'calls/s', '±', 'ratio', 'p50 ms', 'p99 ms', 'CPU µs/call'],
          rows: measured.names.map((name) => [
            name,
            figure(measured.median(name, 'requestsPerSecond')),
            percent(measured.spread(name, 'requestsPerSecond')),
            ratio(measured.ratio(name, BARE, 'requestsPerSecond')),
            figure(measured.median(name, 'p50Ms')),
            figure(measured.median(name, 'p99Ms')),
            figure(measured.median(name, 'cpuMicros')),
          ]),
        },
      ],
      goals: [
        { name: 'calls/s ÷ by hand', value: against, floor: 0.75, target: 0.88, better: 'higher' },
      ],
    };
  },
};
