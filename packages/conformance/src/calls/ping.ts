import { LIMITS } from '@mkt/protocol';
import { request, type TransportOutcome } from '../transport.ts';
import type { AttemptFailure } from './attempts.ts';
import { outcomeText } from './response-json.ts';
import type { CheckEnvironment } from '../checks/check-environment.ts';

/** Unsigned requests without a body, as reviews and health probes send them. */
export interface Pinger {
  ping(method: string, url: string): Promise<TransportOutcome>;
  /** Sends the request now and keeps its outcome for the next identical `ping`. */
  pingAhead(method: string, url: string): Promise<TransportOutcome>;
}

export function createPinger({ transport, signal }: CheckEnvironment): Pinger {
  const ahead = new Map<string, Promise<TransportOutcome>>();
  const send = (method: string, url: string) =>
    request(transport, {
      method,
      url,
      headers: { accept: 'application/json' },
      timeoutMs: LIMITS.healthProbeTimeoutMs,
      maxBytes: LIMITS.resultBytes,
      signal,
    });
  return {
    ping(method, url) {
      const key = `${method} ${url}`;
      const kept = ahead.get(key);
      ahead.delete(key);
      return kept ?? send(method, url);
    },
    pingAhead(method, url) {
      const outcome = send(method, url);
      ahead.set(`${method} ${url}`, outcome);
      return outcome;
    },
  };
}

const MAX_PATH = 100;

/** A request's name in sentences: `HEAD /run`. */
export function requestName(method: string, url: string): string {
  const path = URL.parse(url)?.pathname ?? url;
  return `${method} ${path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path}`;
}

/** Whether no service responded: then its responses cannot be the problem. */
export const isUnreachable = (outcome: TransportOutcome): boolean =>
  outcome.kind === 'failed' && ['connection', 'dns', 'tls'].includes(outcome.reason);

/**
 * The failure of a request that got no response; final if its address is not allowed. `member` of the
 * contract has the address.
 */
export const withoutResponse = (
  name: string,
  outcome: Exclude<TransportOutcome, { kind: 'response' }>,
  { fix, member }: { fix: string; member: 'endpointPath' | 'healthEndpoint' },
): AttemptFailure => ({
  message: `${name} ${outcomeText(outcome)}`,
  fix: isUnreachable(outcome)
    ? `Check the address in ${member}, and that the service can be reached there.`
    : fix,
  final: outcome.kind === 'refused',
});
