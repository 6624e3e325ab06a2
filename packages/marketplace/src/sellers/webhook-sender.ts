import type { TransportOutcome } from '@mkt/conformance';
import { isObject } from '@mkt/protocol';
import { parseSigningSecret } from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import type { WebhookOutcomeKind } from '../market/outcomes.ts';
import type { Clock } from '../market/outside.ts';
import { traceHeaders } from '../market/trace.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

interface WebhookMessage {
  /** The `webhook-id`, the same for every attempt. */
  id: string;
  url: string;
  /** JSON text, exactly as it is signed and sent. */
  body: string;
  /** `whsec_…`, newest first. The request carries a signature of each. */
  secrets: readonly string[];
  /** Set for a challenge: only a response with its text is a success. */
  challenge?: string;
  /** What the order of a delivery is part of (`market/trace.ts`). */
  trace?: string | null;
  signal: AbortSignal;
}

/** Sends requests to webhooks: signed when they are sent, one deadline for all of it, no redirects. */
export interface WebhookSender {
  /** Never rejects; undefined if the signal was aborted. */
  send(message: WebhookMessage): Promise<WebhookOutcome | undefined>;
}

export const CHALLENGE_TYPE = 'webhook.challenge';

/**
 * Whether the body of a response answers a challenge: with its text alone, or with a JSON object that has
 * it as `challenge`, whatever else a framework adds. Echoing the whole message does not count, because
 * some servers return whatever they receive.
 */
export function answersChallenge(body: string, challenge: string): boolean {
  const text = body.trim();
  if (text === challenge || text === JSON.stringify(challenge)) return true;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value['challenge'] === challenge && value['type'] !== CHALLENGE_TYPE;
  } catch {
    return false;
  }
}

/** What came of a request to a webhook. */
export interface WebhookOutcome {
  kind: WebhookOutcomeKind;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** Null for a success. */
  error: string | null;
  durationMs: number;
  /** The beginning of what was returned; null without a response, and for a challenge. */
  response: string | null;
}

type Failed = Extract<TransportOutcome, { kind: 'failed' }>;

const KINDS: Readonly<Record<Exclude<Failed['reason'], 'aborted'>, WebhookOutcomeKind>> = {
  timeout: 'timeout',
  connection: 'connection',
  dropped: 'connection',
  too_large: 'connection',
  tls: 'tls',
  dns: 'dns',
};

const isSuccess = (status: number) => status >= 200 && status <= 299;

function errorOf(status: number): string {
  if (isSuccess(status)) {
    return `The receiver returned ${status}, but not the challenge: respond with its text as the body`;
  }
  const redirects = status >= 300 && status <= 399;
  return `The receiver returned ${status}${redirects ? '; redirects are not followed' : ''}`;
}

/**
 * The beginning of a body, as text that both engines store. Without the rest of a character that is cut
 * in two.
 */
function keptText(body: Uint8Array): string {
  const bytes = body.subarray(0, WEBHOOK_LIMITS.keptBytes);
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
}

/** A server that has not agreed to receive requests is not read to the caller, apart from its status. */
const responseOf = (outcome: TransportOutcome, challenge: string | undefined): string | null =>
  challenge === undefined && outcome.kind === 'response' ? keptText(outcome.body) : null;

function read(
  outcome: TransportOutcome,
  challenge: string | undefined,
): Omit<WebhookOutcome, 'durationMs' | 'response'> | undefined {
  switch (outcome.kind) {
    case 'response': {
      const { status, body } = outcome;
      const isAnswer =
        challenge === undefined || answersChallenge(new TextDecoder().decode(body), challenge);
      if (isSuccess(status) && isAnswer) return { kind: 'success', status, error: null };
      return { kind: 'non_ok_status', status, error: errorOf(status) };
    }
    case 'refused':
      return { kind: 'url_not_allowed', status: null, error: `The URL ${outcome.message}` };
    case 'failed':
      if (outcome.reason === 'aborted') return undefined;
      return {
        kind: KINDS[outcome.reason],
        status: null,
        error: `The receiver ${outcome.message}`,
      };
  }
}

/** The headers of Standard Webhooks (docs/buy/webhooks.md#verify). */
function signedHeaders(id: string, timestamp: number, secrets: readonly string[], body: Buffer) {
  const keys = secrets.map((secret) => parseSigningSecret(secret));
  const signer = nodeSigner(keys.filter((key) => key !== undefined));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signer.sign(`${id}.${timestamp}`, body),
  };
}

/** Each request has its own connection, so that every one checks the address. */
export function createWebhookSender({
  fetch,
  clock,
}: Pick<GuardedFetch, 'fetch'> & { clock: Pick<Clock, 'now' | 'monotonic'> }): WebhookSender {
  return {
    async send({ id, url, body, secrets, challenge, trace = null, signal }) {
      const bytes = Buffer.from(body);
      const timestamp = Math.floor(clock.now() / 1000);
      const startedAtMs = clock.monotonic();
      const outcome = await fetch({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(id, timestamp, secrets, bytes),
          ...traceHeaders(trace),
        },
        body: bytes,
        timeoutMs: WEBHOOK_LIMITS.timeoutMs,
        maxBytes: WEBHOOK_LIMITS.responseBytes,
        allowsLongBody: true,
        signal,
      });
      const durationMs = Math.round(clock.monotonic() - startedAtMs);
      const known = read(outcome, challenge);
      return known && { ...known, durationMs, response: responseOf(outcome, challenge) };
    },
  };
}
