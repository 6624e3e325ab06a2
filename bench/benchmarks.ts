import { activation } from './activation.ts';
import { cli } from './cli.ts';
import { cluster } from './cluster.ts';
import { dashboard } from './dashboard.ts';
import { growth } from './growth.ts';
import { kit } from './kit.ts';
import { lists } from './lists.ts';
import { market } from './market.ts';
import { neighbours } from './neighbours.ts';
import { peers } from './peers.ts';
import { probes } from './probes.ts';
import type { Benchmark } from './report/benchmark.ts';
import { schemas } from './schemas.ts';
import { statistics } from './statistics.ts';
import { verify } from './verify.ts';

export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  activation,
  schemas,
  market,
  cluster,
  peers,
  neighbours,
  kit,
  verify,
  cli,
  growth,
  lists,
  probes,
  statistics,
  dashboard,
};
