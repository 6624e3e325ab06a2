import { execFileSync } from 'node:child_process';
import { BIN, publish, startMarketplace, type Marketplace } from './marketplace.ts';
import { loadOrders } from './contestants.ts';
import { startServer } from './measure/child-process.ts';
import { measureInRounds, type Variant } from './measure/rounds.ts';
import { startPacedLoad } from './measure/paced-load.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';
import { INPUT, INPUT_SCHEMA } from './sample-call.ts';

const CONNECTIONS = 16;
const PER_SECOND = 50;
const QUICK = 'quick';

/** A schema that the rules accept, and that is as slow as they allow: the limit is 500 ms. */
const HOSTILE_SCHEMA = {
  type: 'array',
  items: { allOf: Array.from({ length: 50 }, () => ({ $ref: '#/$defs/one' })) },
  $defs: {
    one: { anyOf: [...Array.from({ length: 98 }, (_, i) => ({ const: -1 - i })), { minimum: 0 }] },
  },
};
const HOSTILE_INPUT = Array.from({ length: 3_000 }, () => 1);

/** How the neighbour's service behaves, and what its buyer sends. */
const NEIGHBOURS: Readonly<Record<string, { inputSchema?: unknown; input: unknown }>> = {
  [QUICK]: { input: INPUT },
  slow: { input: INPUT },
  dripping: { input: INPUT },
  dead: { input: INPUT },
  hostile: { input: HOSTILE_INPUT, inputSchema: HOSTILE_SCHEMA },
};

/** Another account, because limits apply per seller and per buyer. */
function accountOf(market: Marketplace, name: string): Pick<Marketplace, 'url' | 'apiKey'> {
  const args = ['keys', 'create', '--email', `${name}@example.com`, '--data', market.dataDir];
  const stdout = execFileSync(process.execPath, [BIN, ...args, '--json'], { encoding: 'utf8' });
  return { url: market.url, apiKey: JSON.parse(stdout).key };
}

/** The good listing's buyers, while the neighbour receives orders at a steady rate. */
async function besideNeighbour(
  good: Marketplace & { listingId: string },
  name: string,
  sellerUrl: string,
): Promise<Variant> {
  const { inputSchema, input } = NEIGHBOURS[name] ?? { input: INPUT };
  const account = accountOf(good, name);
  const schema = inputSchema === undefined ? {} : { inputSchema };
  const listingId = await publish(account, `${name} neighbour`, {
    endpointPath: `${sellerUrl}/${name}`,
    ...schema,
  });
  return {
    name,
    async measure(seconds) {
      const body = JSON.stringify({ listingId, requestBody: input });
      const stop = startPacedLoad({
        perSecond: PER_SECOND,
        headers: { 'x-mkt-api-key': account.apiKey, prefer: 'wait=0' },
        request: () => ({ method: 'POST', url: `${good.url}/v1/orders`, body }),
      });
      const load = await loadOrders({ ...good, name: 'mkt' }, CONNECTIONS, seconds);
      stop();
      return load;
    },
  };
}

export const neighbours: Benchmark = {
  title: 'Neighbours',
  method: `Response times for the buyers of a good listing, on ${CONNECTIONS} connections, while another account’s listing gets ${PER_SECOND} orders per second and is quick (the baseline), never responds (\`slow\`), sends a byte now and then (\`dripping\`), closes every connection (\`dead\`), or has an input schema that is as slow to validate as the rules allow (\`hostile\`). Limits have their default values.`,
  notMeasured: [
    'many bad neighbours at once; a neighbour that floods the server: rate limits are practically off (1,000,000) in dev mode, which is needed to call a seller on this machine.',
  ],
  async run(options) {
    const seller = await startServer('servers/faulty-seller.ts');
    const market = await startMarketplace();
    const listingId = await publish(market, 'Good listing', {
      endpointPath: `${seller.url}/quick`,
      inputSchema: INPUT_SCHEMA,
    });
    const variants: Variant[] = [];
    for (const name of Object.keys(NEIGHBOURS)) {
      variants.push(await besideNeighbour({ ...market, listingId }, name, seller.url));
    }
    const measured = await measureInRounds(variants, options);
    await market.kill();
    await seller.stop();
    return {
      tables: [
        {
          title: 'The good listing, by its neighbour’s behaviour',
          columns: ['neighbour', 'orders/s', 'p50 ms', 'p99 ms', '± of p99', 'ratio of p99'],
          rows: measured.names.map((name) => [
            name,
            figure(measured.median(name, 'requestsPerSecond')),
            figure(measured.median(name, 'p50Ms')),
            figure(measured.median(name, 'p99Ms')),
            percent(measured.spread(name, 'p99Ms')),
            ratio(measured.ratio(name, QUICK, 'p99Ms')),
          ]),
        },
      ],
      chart: {
        title: 'p99 of a good listing, by its neighbour',
        unit: 'ms',
        bars: measured.names.map((name) => ({
          label: name,
          value: measured.median(name, 'p99Ms'),
          own: name === QUICK,
        })),
      },
      goals: measured.names
        .filter((name) => name !== QUICK)
        .map((name) => ({
          name: `p99 beside a ${name} neighbour ÷ beside a quick one`,
          value: measured.ratio(name, QUICK, 'p99Ms'),
          floor: 2,
          target: 1.25,
          better: 'lower',
        })),
    };
  },
};
