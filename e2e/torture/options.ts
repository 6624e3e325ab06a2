import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface TortureOptions {
  seed: number;
  /** How often a program repeats; each defines what a cycle is, and the default number. */
  cycles?: number;
  requests?: number;
  /** How many orders are stored before it begins. */
  orders?: number;
  minutes?: number;
  /** The URL of a Postgres that replaces the embedded database. */
  database?: string;
  /** How many servers use one database. */
  processes: number;
}

const SEEDS = 1_000_000;

function count(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number over 0.`);
  return value;
}

/** `--seed N --cycles N --requests N --orders N --minutes N --database URL --processes N`, all optional. */
export function readOptions(args: readonly string[]): TortureOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: text,
      cycles: text,
      requests: text,
      orders: text,
      minutes: text,
      database: text,
      processes: text,
    },
  });
  const { seed, cycles, requests, orders, minutes, database, processes } = values;
  return {
    seed: seed === undefined ? randomInt(SEEDS) : Number(seed),
    ...(cycles === undefined ? {} : { cycles: count('cycles', cycles) }),
    ...(requests === undefined ? {} : { requests: count('requests', requests) }),
    ...(orders === undefined ? {} : { orders: count('orders', orders) }),
    ...(minutes === undefined ? {} : { minutes: count('minutes', minutes) }),
    ...(database === undefined ? {} : { database }),
    processes: processes === undefined ? 1 : count('processes', processes),
  };
}
