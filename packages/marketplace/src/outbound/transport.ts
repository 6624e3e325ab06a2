import type { Transport } from '@mkt/conformance';
import type { GuardedFetch } from './guarded-fetch.ts';

/** What checks and imports call sellers with: a connection of its own for each request. */
export function createTransport({ fetch }: Pick<GuardedFetch, 'fetch'>): Transport {
  return { request: (request) => fetch(request) };
}
