import { loadOrders, startProject, startRival, type Contestant } from './contestants.ts';
import { draft } from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { startPacedLoad, type PacedRequest } from './measure/paced-load.ts';
import { measureInRounds, type Measured, type Variant } from './measure/rounds.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import type { Goal } from './report/goal.ts';
import { figure, percent, ratio, type Table } from './report/table.ts';
import { sampleCall } from './sample-call.ts';

const CONNECTIONS = [16, 64];
/** The number of connections that the goals are for. */
const BUSY = 64;
const CHANGES_PER_SECOND = 50;
const CHANGED_LISTINGS = 50;

const PROJECT = 'mkt';
const CEILING = 'ceiling';
const CHANGING = `${PROJECT}, ${CHANGES_PER_SECOND} changes/s`;

interface Case {
  /** The schema, and the length of the input in characters. */
  call: string;
  /** The goal for orders/s ÷ ceiling. */
  floor: number;
  target: number;
  /** Whether it is also measured while other listings change. */
  changing?: Pick<Case, 'floor' | 'target'>;
}

const CASES: readonly Case[] = [
  { call: 'simple-200', floor: 0.9, target: 1, changing: { floor: 0.9, target: 0.97 } },
  { call: 'simple-4000', floor: 0.8, target: 0.95 },
  { call: 'ordinary-500', floor: 0.8, target: 0.95 },
  { call: 'ordinary-4000', floor: 0.8, target: 0.95 },
  { call: 'ordinary-40000', floor: 0.8, target: 0.9 },
];

/** The project while other listings change, as probes and edits change them. */
async function besideChanges(
  project: Contestant,
  sellerUrl: string,
  connections: number,
): Promise<Variant> {
  const others: string[] = [];
  for (let n = 0; n < CHANGED_LISTINGS; n++) {
    others.push(await draft(project, `Other ${n}`, { endpointPath: `${sellerUrl}/run` }));
  }
  const headers = { 'x-mkt-api-key': project.apiKey };
  const change = (number: number): PacedRequest => ({
    method: 'PATCH',
    url: `${project.url}/v1/listings/${others[number % others.length]}`,
    body: JSON.stringify({ description: `Change ${number} of ${performance.now()}.` }),
  });
  const { url, ...first } = change(0);
  const type = { 'content-type': 'application/json' };
  const response = await fetch(url, { ...first, headers: { ...headers, ...type } });
  if (!response.ok)
    throw new Error(`A change was refused: ${response.status} ${await response.text()}`);
  return {
    name: CHANGING,
    async measure(seconds) {
      const paced = { perSecond: CHANGES_PER_SECOND, headers, request: change };
      const stop = startPacedLoad(paced);
      const load = await loadOrders(project, connections, seconds);
      stop();
      return load;
    },
  };
}

async function measure(
  { call, changing }: Case,
  sellerUrl: string,
  options: BenchmarkOptions,
): Promise<Map<number, Measured>> {
  const sample = sampleCall(call);
  const ceiling = await startRival(CEILING, sellerUrl, { CALL: call });
  const project = await startProject(sellerUrl, { call: sample });
  const both = [project, { ...ceiling, input: sample.input }];
  const found = new Map<number, Measured>();
  for (const connections of CONNECTIONS) {
    const variants = both.map((each): Variant => ({
      name: each.name,
      measure: (seconds) => loadOrders(each, connections, seconds),
    }));
    if (changing) variants.push(await besideChanges(project, sellerUrl, connections));
    found.set(connections, await measureInRounds(variants, options));
  }
  for (const each of both) await each.stop();
  return found;
}

type Found = ReadonlyMap<Case, ReadonlyMap<number, Measured>>;

function rowsAt(found: Found, connections: number): string[][] {
  return [...found].flatMap(([{ call }, byConnections]) => {
    const measured = byConnections.get(connections);
    if (!measured) return [];
    const of = (name: string, key: string) => figure(measured.median(name, key));
    return measured.names
      .filter((name) => name !== CEILING)
      .map((name) => [
        name === PROJECT ? call : `${call}, ${CHANGES_PER_SECOND} changes/s`,
        of(name, 'requestsPerSecond'),
        of(CEILING, 'requestsPerSecond'),
        percent(measured.spread(name, 'requestsPerSecond')),
        ratio(measured.ratio(name, CEILING, 'requestsPerSecond')),
        of(name, 'cpuMicros'),
        of(CEILING, 'cpuMicros'),
        ratio(measured.ratio(name, CEILING, 'cpuMicros')),
        of(name, 'p99Ms'),
        of(CEILING, 'p99Ms'),
      ]);
  });
}

const tableAt = (found: Found, connections: number): Table => ({
  title: `${connections} connections`,
  columns: [
    'schema and characters of the input',
    'orders/s',
    'ceiling’s orders/s',
    '±',
    'ratio',
    'CPU µs/order',
    'ceiling’s CPU µs/order',
    'ratio',
    'p99 ms',
    'ceiling’s p99 ms',
  ],
  rows: rowsAt(found, connections),
});

function goalsOf({ call, floor, target, changing }: Case, measured: Measured): Goal[] {
  const speed = (name: string) => measured.ratio(name, CEILING, 'requestsPerSecond');
  const better = 'higher';
  const goals: Goal[] = [
    { name: `orders/s ÷ ceiling, ${call}`, value: speed(PROJECT), floor, target, better },
  ];
  if (!changing) return goals;
  const beside = `${call} beside ${CHANGES_PER_SECOND} changes/s`;
  const costs = measured.ratio(CHANGING, PROJECT, 'cpuMicros');
  return [
    ...goals,
    { name: `orders/s ÷ ceiling, ${beside}`, value: speed(CHANGING), ...changing, better },
    {
      name: `CPU per order beside ${CHANGES_PER_SECOND} changes/s ÷ without changes, ${call}`,
      value: costs,
      floor: 1.25,
      target: 1.1,
      better: 'lower',
    },
  ];
}

export const schemas: Benchmark = {
  title: 'Inputs and schemas',
  method: `Activations of one listing by the built server and by \`ceiling\`, its hand-written counterpart with ajv, for two input schemas: a simple one, and one as schema libraries write it (definitions and references, patterns, formats, unions, lists of objects). The number is the size of the input in characters. In one case the built server also handles ${CHANGES_PER_SECOND} changes per second to ${CHANGED_LISTINGS} other listings. The goals apply to ${BUSY} connections.`,
  notMeasured: [
    'output schemas that say more than `object`; many listings, with as many schemas, at once; invalid inputs.',
  ],
  async run(options) {
    const seller = await startServer('servers/quick-seller.ts');
    const found = new Map<Case, Map<number, Measured>>();
    for (const each of CASES) found.set(each, await measure(each, seller.url, options));
    await seller.stop();
    return {
      tables: CONNECTIONS.map((connections) => tableAt(found, connections)),
      goals: [...found].flatMap(([each, byConnections]) => {
        const busy = byConnections.get(BUSY);
        return busy ? goalsOf(each, busy) : [];
      }),
    };
  },
};
