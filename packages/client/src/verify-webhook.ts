import { LIMITS, type OrderSettled } from '@mkt/protocol';
import { parseSigningSecret, readSignature, webSigner } from '@mkt/protocol/signing';
import { InvalidOptionError, MktError } from './errors.ts';

/** A request to a webhook that did not come from the marketplace, or is too old: answer with 400. */
export class WebhookVerificationError extends MktError {
  static {
    this.prototype.name = 'WebhookVerificationError';
  }

  constructor(message: string) {
    super(message, { type: 'webhook_not_verified' });
  }
}

/** What a webhook receives; a receiver ignores types that it does not know. */
export type WebhookMessage =
  | OrderSettled
  /** Sent before anything else: respond with the text of `challenge` as the body. */
  | {
      type: 'webhook.challenge';
      timestamp: string;
      challenge: string;
      data: { webhookId: string };
    }
  | { type: 'webhook.test'; timestamp: string; data: { webhookId: string } };

/** `Headers`, or the headers of a Node request. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Unix milliseconds; the present time by default. */
  now?: number | undefined;
  /** How old a request may be, or how far in the future; 300 by default. */
  toleranceSeconds?: number | undefined;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : (headers as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Verifies a request to a webhook and returns its message. `body` is the body as it was received,
 * before any parsing. Rejects with `WebhookVerificationError`. The `webhook-id` header is the same
 * for every attempt: remember it to handle each message once.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { now = Date.now(), toleranceSeconds = LIMITS.signatureToleranceSeconds }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const keys = [secret].flat().map((each) => {
    const key = parseSigningSecret(each);
    if (!key) throw new InvalidOptionError('The secret of a webhook starts with whsec_.');
    return key;
  });
  const header = (name: string) => headerOf(headers, `webhook-${name}`);
  const timestamp = header('timestamp');
  const read = readSignature({
    payload: [`${header('id')}.${timestamp}`],
    signature: [header('signature')],
  });
  if (!read.ok) {
    throw new WebhookVerificationError('The headers of the webhook are missing or malformed.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(await webSigner(keys).matches(read, bytes))) {
    throw new WebhookVerificationError('The signature of the webhook does not match its body.');
  }
  if (Math.abs(Math.floor(now / 1000) - read.timestampSeconds) > toleranceSeconds) {
    throw new WebhookVerificationError('The timestamp of the webhook is too old or in the future.');
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage;
}
