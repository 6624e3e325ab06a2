import type { WebhookOutcome } from './webhook.ts';

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
