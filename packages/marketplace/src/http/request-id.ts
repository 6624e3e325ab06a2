import type { ServerResponse } from 'node:http';
import type { Identity } from '../market/identity.ts';

/** A property of the response: a WeakMap costs 1.5 µs per request, plus garbage collection. */
const REQUEST_ID = Symbol('request id');

interface WithRequestId {
  [REQUEST_ID]?: string;
}

/** Gives a request the id that identifies it in its response, its error and the log. */
export function identify(res: ServerResponse, identity: Pick<Identity, 'id'>): void {
  (res as WithRequestId)[REQUEST_ID] = identity.id();
}

export function requestIdOf(res: ServerResponse): string {
  return (res as WithRequestId)[REQUEST_ID] ?? '';
}
