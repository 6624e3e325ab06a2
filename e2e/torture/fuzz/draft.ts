import type { Random } from '../random.ts';
import type { Targets } from './targets.ts';

/** A well-formed request, before it is mutated. */
export interface Draft {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  /** Fields that are sent as a form instead. */
  form?: Record<string, unknown>;
}

/** Makes a well-formed request for one endpoint. */
export type Operation = (targets: Targets, random: Random) => Draft;
