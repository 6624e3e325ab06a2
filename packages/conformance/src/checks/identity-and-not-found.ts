import { randomUUID } from 'node:crypto';
import { LIMITS, type Check } from '@mkt/protocol';
import { NOT_FOUND_FIXES, withCode, type Framework } from './framework-fixes.ts';
import { failed, passed } from './check.ts';
import { requestName } from '../calls/ping.ts';
import type { Transport } from '../transport.ts';
import { responseObject, outcomeText } from '../calls/response-body.ts';

export interface ServiceAddress {
  at(path: string): string;
}

const send = (transport: Transport, method: string, url: string, signal: AbortSignal | undefined) =>
  transport.request({
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: new TextEncoder().encode('{}') } : {}),
    timeoutMs: LIMITS.healthProbeTimeoutMs,
    maxBytes: LIMITS.resultBytes,
    signal,
  });

/** `identity`: GET / returns JSON with `name` and `description`. */
export async function checkIdentity(
  service: ServiceAddress,
  transport: Transport,
  signal?: AbortSignal,
): Promise<Check> {
  const fix = 'Respond to GET / with 200 and JSON like { "name": "…", "description": "…" }.';
  const url = service.at('/');
  const name = requestName('GET', url);
  const outcome = await send(transport, 'GET', url, signal);
  if (outcome.kind !== 'response' || outcome.status !== 200) {
    return failed('identity', { message: `${name} ${outcomeText(outcome)}`, fix });
  }
  const body = responseObject(outcome);
  if (!body) return failed('identity', { message: `${name} did not return a JSON object`, fix });
  const missing = ['name', 'description'].filter((member) => typeof body[member] !== 'string');
  if (missing.length > 0) {
    return failed('identity', {
      message: `${name} returned JSON without the string${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}`,
      fix,
    });
  }
  return passed('identity', `${name} returned name and description`);
}

/** `not-found`: an unknown path returns 404 with JSON `{ error }`, whatever the method. */
export async function checkNotFound(
  service: ServiceAddress,
  transport: Transport,
  { signal, framework }: { signal?: AbortSignal | undefined; framework?: Framework | undefined },
): Promise<Check> {
  const fix = withCode(
    'Respond to every other path with 404 and JSON like { "error": "Not found" }.',
    NOT_FOUND_FIXES,
    framework,
  );
  const path = `/no-such-path-${randomUUID()}`;
  for (const method of ['GET', 'POST']) {
    const outcome = await send(transport, method, service.at(path), signal);
    const name = `${method} on an unknown path`;
    if (outcome.kind !== 'response' || outcome.status !== 404) {
      return failed('not-found', { message: `${name} ${outcomeText(outcome)}`, fix });
    }
    if (typeof responseObject(outcome)?.['error'] !== 'string') {
      return failed('not-found', { message: `${name} returned 404 without JSON { error }`, fix });
    }
  }
  return passed('not-found', 'an unknown path returned 404 with JSON { error }');
}
