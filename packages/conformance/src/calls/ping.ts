import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import type { CheckEnvironment, Failure } from '../checks/check.ts';
import {
  request,
  type Transport,
  type TransportOutcome,
  type TransportResponse,
} from '../transport.ts';
import { outcomeText } from './response-body.ts';
import { tlsFix } from './tls-failure.ts';
import { newEnvelope, signedHeaders } from './run-call.ts';

const ATTEMPTS = 3;
const PAUSES_MS = [500, 2000];

const TIMED_OUT: Failure = {
  message: 'did not finish in time',
  fix: 'Try again; if it happens again, make the service respond faster.',
};

export interface AttemptFailure extends Failure {
  /** Another attempt would fail in the same way. */
  final?: boolean;
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/**
 * Repeats a network check until it succeeds, so that a service is not flagged for a momentary
 * failure.
 */
export async function withAttempts(
  { attempts = ATTEMPTS, wait = pause, signal }: CheckEnvironment,
  attempt: () => Promise<AttemptFailure | undefined>,
): Promise<Failure | undefined> {
  for (let tried = 1; ; tried++) {
    if (signal?.aborted) return TIMED_OUT;
    const failure = await attempt();
    if (signal?.aborted && failure) return TIMED_OUT;
    if (!failure) return undefined;
    const { final = false, ...reported } = failure;
    if (final || tried >= attempts) return reported;
    await wait(PAUSES_MS[tried - 1] ?? PAUSES_MS.at(-1) ?? 0, signal);
  }
}

/** The listing whose service is checked, once it has a signing secret. */
export interface ProbeSignature {
  listingId: string;
  /** `whsec_…`: each signs, as during a rotation. */
  secrets: readonly string[];
  /** Unix time in ms. */
  now(): number;
}

/** Which URL of the contract a request is sent to. Requests to the health endpoint are never signed. */
export type ProbedUrl = 'endpointPath' | 'healthEndpoint';

/** Requests without a body, as reviews and health probes send them. */
export interface Pinger {
  ping(method: string, url: string, member: ProbedUrl): Promise<TransportOutcome>;
  /** Sends the request now and keeps its outcome for the next identical `ping`. */
  pingAhead(method: string, url: string, member: ProbedUrl): Promise<TransportOutcome>;
}

const NO_BODY = new Uint8Array(0);

/**
 * With a signature, requests to the endpoint are signed over an empty body, each as a separate call, so
 * that a service passes even if it refuses every unsigned request.
 */
export function createPinger(
  { transport, signal }: CheckEnvironment,
  signature?: ProbeSignature,
): Pinger {
  const ahead = new Map<string, Promise<TransportOutcome>>();
  const keys = signature && parseSigningSecrets(signature.secrets.join(','));
  function signed(member: ProbedUrl): Record<string, string> {
    if (!signature || !keys || member !== 'endpointPath') return {};
    return signedHeaders(
      keys,
      newEnvelope(signature.listingId, 'review'),
      signature.now(),
      NO_BODY,
    );
  }
  const send = (method: string, url: string, member: ProbedUrl) =>
    request(transport, {
      method,
      url,
      headers: { accept: 'application/json', ...signed(member) },
      timeoutMs: LIMITS.healthProbeTimeoutMs,
      maxBytes: LIMITS.resultBytes,
      signal,
    });
  return {
    ping(method, url, member) {
      const key = `${member} ${method}`;
      const kept = ahead.get(key);
      ahead.delete(key);
      return kept ?? send(method, url, member);
    },
    pingAhead(method, url, member) {
      const outcome = send(method, url, member);
      ahead.set(`${member} ${method}`, outcome);
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

/** What to do about a request that got no response; undefined if the service was reached. */
function reachFix(outcome: TransportOutcome, member: ProbedUrl): string | undefined {
  if (outcome.kind !== 'failed' || !isUnreachable(outcome)) return undefined;
  if (outcome.tls) return tlsFix(outcome.tls);
  return outcome.reason === 'dns'
    ? `Check the host name in ${member}, and its DNS records.`
    : `Check the address in ${member}, and that the service can be reached there.`;
}

/**
 * The failure of a request that got no response; final if its address is not allowed. `member` of the
 * contract has the address.
 */
export const withoutResponse = (
  name: string,
  outcome: Exclude<TransportOutcome, { kind: 'response' }>,
  { fix, member }: { fix: string; member: ProbedUrl },
): AttemptFailure => ({
  message: `${name} ${outcomeText(outcome)}`,
  fix: reachFix(outcome, member) ?? fix,
  final: outcome.kind === 'refused',
});

export interface ObservedResponse {
  /** `GET /contract` */
  name: string;
  response: TransportResponse;
}

/** A transport that records every response, for the rules that apply to all of them. */
export function observeResponses(transport: Transport): {
  transport: Transport;
  responses: readonly ObservedResponse[];
} {
  const responses: ObservedResponse[] = [];
  return {
    responses,
    transport: {
      async request(sent) {
        const outcome = await request(transport, sent);
        if (outcome.kind === 'response') {
          responses.push({ name: requestName(sent.method, sent.url), response: outcome });
        }
        return outcome;
      },
    },
  };
}
