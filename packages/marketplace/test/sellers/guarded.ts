import type { TransportOutcome } from '@mkt/conformance';
import { onTestFinished } from 'vitest';
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
} from '../../src/sellers/guarded-fetch.ts';
import { createStillClock, type StillClock } from '../still-clock.ts';
import type { Resolve } from '../../src/sellers/resolve.ts';

export interface Guarded {
  fetch(url: string, more?: Partial<GuardedRequest>): Promise<TransportOutcome>;
  guarded: GuardedFetch;
  clock: StillClock;
  /** Every address that a connection was about to be opened to. */
  attempts: string[];
}

interface Options {
  /** As in dev mode: loopback and private addresses, http, any port. */
  allowPrivate?: boolean;
  resolve?: Resolve;
  connections?: number;
}

export function openGuarded({
  allowPrivate = true,
  resolve,
  connections = 64,
}: Options = {}): Guarded {
  const clock = createStillClock();
  const attempts: string[] = [];
  const guarded = createGuardedFetch({
    policy: { allowPrivate },
    clock,
    connections,
    onConnect: (address) => attempts.push(address),
    ...(resolve ? { resolve } : {}),
  });
  onTestFinished(() => guarded.close());
  return {
    guarded,
    clock,
    attempts,
    fetch: (url, more = {}) =>
      guarded.fetch({ method: 'GET', url, timeoutMs: 30_000, maxBytes: 1_000_000, ...more }),
  };
}

/** An outcome without its body, for comparisons. */
export const kindOf = (outcome: TransportOutcome) =>
  outcome.kind === 'failed' ? outcome.reason : outcome.kind;

export const textOf = (outcome: TransportOutcome) =>
  outcome.kind === 'response' ? Buffer.from(outcome.body).toString() : undefined;
