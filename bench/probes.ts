import { Agent, request } from 'undici';
import { createGuardedFetch } from '../packages/marketplace/src/sellers/guarded-fetch.ts';
import { createHealthProber } from '../packages/marketplace/src/sellers/prober.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';
import { startServer } from './measure/child-process.ts';
import { measureInRounds } from './measure/rounds.ts';
import type { Benchmark } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';

const AT_ONCE = 64;
const PROBE_EVERY_SECONDS = 300;
const PROJECT = 'the prober';
const UNDICI = 'undici, a connection each';

/** Keeps `AT_ONCE` probes in flight. Returns probes per second and the CPU time of this process. */
async function drive(seconds: number, probe: () => Promise<unknown>) {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let count = 0;
  const one = async () => {
    while (performance.now() < endMs) {
      await probe();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = (count * 1000) / (performance.now() - startedMs);
  return { perSecond, cpuMicros: (user + system) / count };
}

export const probes: Benchmark = {
  title: 'Health probes',
  method: `The server’s own prober in one process, with its address checks and its deadline, compared with undici alone; ${AT_ONCE} probes at once, each on a new connection, because probes that are five minutes apart cannot share one.`,
  notMeasured: ['DNS lookups; TLS, whose handshake costs more than the rest; storing the results.'],
  async run(options) {
    const seller = await startServer('servers/quick-seller.ts');
    const url = `${seller.url}/health`;
    const outbound = createGuardedFetch({
      policy: { allowPrivate: true, ports: [] },
      clock: systemClock,
      connections: AT_ONCE,
    });
    const prober = createHealthProber(outbound, systemClock);
    const agent = new Agent({ connections: AT_ONCE, pipelining: 0 });
    const { signal } = new AbortController();
    const probe = async () => {
      const { statusCode } = await prober.probe(url, 'seller', signal);
      if (statusCode !== 200) throw new Error(`A probe got ${statusCode}.`);
    };
    const bare = async () => {
      const { body } = await request(url, { dispatcher: agent });
      await body.dump();
    };
    const measured = await measureInRounds(
      [
        { name: PROJECT, measure: (seconds) => drive(seconds, probe) },
        { name: UNDICI, measure: (seconds) => drive(seconds, bare) },
      ],
      options,
    );
    await outbound.close();
    await agent.close();
    await seller.stop();
    return {
      tables: [
        {
          title: 'One process',
          columns: ['prober', 'probes/s', '±', 'ratio', 'CPU µs/probe', 'endpoints in 5 minutes'],
          rows: measured.names.map((name) => [
            name,
            figure(measured.median(name, 'perSecond')),
            percent(measured.spread(name, 'perSecond')),
            ratio(measured.ratio(name, UNDICI, 'perSecond')),
            figure(measured.median(name, 'cpuMicros')),
            figure(measured.median(name, 'perSecond') * PROBE_EVERY_SECONDS),
          ]),
        },
      ],
      goals: [
        {
          name: 'probes/s ÷ undici',
          value: measured.ratio(PROJECT, UNDICI, 'perSecond'),
          floor: 0.5,
          target: 0.7,
          better: 'higher',
        },
      ],
    };
  },
};
