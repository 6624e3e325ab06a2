import { isObject } from '@mkt/protocol';
import type { WebhookOutcomeKind } from '../market/outcomes.ts';


export interface WebhookMessage {
  /** The `webhook-id`, the same for every attempt. */
  id: string;
  url: string;
  /** JSON text, exactly as it is signed and sent. */
  body: string;
  /** `whsec_…`, newest first. The request carries a signature of each. */
  secrets: readonly string[];
  /** Set for a challenge: only a response with its text is a success. */
  challenge?: string;
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
}
