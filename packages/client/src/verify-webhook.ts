import { isObject, LIMITS, type OrderSettled } from '@mkt/protocol';
import { parseSigningSecret, readSignature, webSigner } from '@mkt/protocol/signing';
import { MktError } from './errors.ts';
import { randomKey, whyNotData } from './json-text.ts';

/** Where the problem is: in the call of `verifyWebhook`, or in the request. */
export type WebhookProblem =
  | 'body'
  | 'secret'
  | 'options'
  | 'headers'
  | 'signature'
  | 'timestamp'
  | 'message';

/**
 * A request to a webhook that did not come from the marketplace, or is too old: respond with 400. When
 * `problem` is `body`, `secret` or `options`, the call of `verifyWebhook` is wrong, not the request.
 */
export class WebhookVerificationError extends MktError {
  static {
    this.prototype.name = 'WebhookVerificationError';
  }

  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message, { type: 'webhook_not_verified' });
    this.problem = problem;
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
  /** The current time, for tests: Unix milliseconds or a `Date`. */
  now?: number | Date | undefined;
  /** How old a request may be, or how far in the future; 300 by default. */
  toleranceSeconds?: number | undefined;
}

const OPTIONS = new Set(['now', 'toleranceSeconds']);
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * Verifies a request to a webhook and returns its message. `body` is the body as it was received,
 * before any parsing; `secret` that of the webhook, or all valid ones, as while one is being
 * replaced. Rejects with `WebhookVerificationError`. The `webhook-id` header is the same for every
 * attempt: remember it to handle each message once.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookMessage> {
  const bytes = bytesOf(body);
  const keys = keysOf(secret);
  const { nowSeconds, toleranceSeconds } = checkedOptions(options);
  const { id, timestamp, signature } = headersOf(headers);
  const read = readSignature({ payload: [`${id}.${timestamp}`], signature: [signature] });
  if (!read.ok) {
    throw new WebhookVerificationError(
      'headers',
      'The webhook-id, webhook-timestamp or webhook-signature header is malformed.',
    );
  }
  if (!(await webSigner(keys).matches(read, bytes))) {
    throw new WebhookVerificationError(
      'signature',
      'No signature of the request matches: it is not from the marketplace, or its body was changed after it was received, or the secret is not that of this webhook (the signing secret of a listing is a different one).',
    );
  }
  const age = nowSeconds - read.timestampSeconds;
  if (Math.abs(age) > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp',
      `The timestamp of the request is ${Math.abs(age)} s ${age > 0 ? 'old' : 'in the future'}, more than the ${toleranceSeconds} s of toleranceSeconds. Is the clock of this machine right?`,
    );
  }
  return messageOf(bytes);
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const why =
    isObject(body) && whyNotData(body, body, false) === undefined
      ? 'an object that was parsed already, whose bytes are lost: in Express, use express.raw({ type: "application/json" }) for this route'
      : `${describe(body)}: pass the text or the bytes of the request`;
  throw new WebhookVerificationError(
    'body',
    `The body must be as it was received, but it is ${why}.`,
  );
}

const describe = (value: unknown): string =>
  value === null || value === undefined
    ? String(value)
    : `${/^[aeio]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;

function keysOf(secret: unknown): Uint8Array[] {
  const all: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (all.length === 0)
    throw new WebhookVerificationError('secret', 'The list of secrets is empty.');
  return all.map((each) => {
    const key = typeof each === 'string' ? parseSigningSecret(each) : undefined;
    if (key) return key;
    throw new WebhookVerificationError('secret', `The secret of the webhook ${whyNoSecret(each)}`);
  });
}

/** Never contains a part of the secret, because the text becomes part of an error. */
function whyNoSecret(secret: unknown): string {
  if (secret === '') return 'is empty. Is its variable set?';
  if (typeof secret !== 'string') return `is ${describe(secret)}. Is its variable set?`;
  if (secret.startsWith('mkt_')) return 'is an API key: pass the one that begins with whsec_.';
  if (!secret.startsWith('whsec_'))
    return 'does not begin with whsec_, as mkt webhooks create shows it.';
  return 'is malformed: copy all of it, without quotes or spaces.';
}

function checkedOptions(options: VerifyOptions): { nowSeconds: number; toleranceSeconds: number } {
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  const { now = Date.now(), toleranceSeconds = LIMITS.signatureToleranceSeconds } = options;
  const nowSeconds = Math.floor(Number(now) / 1_000);
  // A NaN would accept a request of any age.
  if (unknown === undefined && Number.isFinite(nowSeconds) && toleranceSeconds >= 0) {
    return { nowSeconds, toleranceSeconds };
  }
  throw new WebhookVerificationError(
    'options',
    unknown === undefined
      ? 'now must be Unix milliseconds or a Date, and toleranceSeconds a number from 0.'
      : `Unknown option ${JSON.stringify(unknown)}. The options are now and toleranceSeconds.`,
  );
}

/** The values of the three headers. A name in a plain object may be in any case. */
function headersOf(headers: unknown): { id: string; timestamp: string; signature: string } {
  if (!isObject(headers)) {
    throw new WebhookVerificationError(
      'headers',
      `The headers are ${describe(headers)}: pass request.headers.`,
    );
  }
  const { get } = headers;
  const named = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const valueOf = (wanted: string): unknown =>
    typeof get === 'function'
      ? get.call(headers, wanted)
      : named.find(([name]) => name === wanted)?.[1];
  const values = HEADERS.map((name) => [name, [valueOf(name)].flat()] as const);
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const wrong = values.filter(([, all]) => all.length !== 1 || !isText(all[0]));
  if (wrong.length > 0) {
    const names = wrong.map(([name]) => name).join(', ');
    throw new WebhookVerificationError(
      'headers',
      `The request does not have exactly one ${names} header. Either it is not from the marketplace, or these are not its headers.`,
    );
  }
  const [id, timestamp, signature] = values.map(([, [value]]) => value);
  return { id, timestamp, signature } as { id: string; timestamp: string; signature: string };
}

function messageOf(bytes: Uint8Array): WebhookMessage {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isObject(message) && typeof message['type'] === 'string') return message as WebhookMessage;
  } catch {
    // Reported below, together with JSON that is not a message.
  }
  throw new WebhookVerificationError(
    'message',
    'The request is signed, but its body is not a webhook message.',
  );
}

export interface SignOptions {
  /** The `webhook-id`; a new one by default. The marketplace repeats it in every attempt. */
  id?: string | undefined;
  /** When it is sent: Unix milliseconds or a `Date`; the current time by default. */
  now?: number | Date | undefined;
}

/**
 * A signed request, as the marketplace would send it, for tests of a receiver:
 * `new Request(url, { method: 'POST', ...(await signWebhook(message, secret)) })`. A text is sent as it
 * is, any other message as JSON.
 */
export async function signWebhook(
  message: WebhookMessage | object | string,
  secret: string | readonly string[],
  { id = `test-${randomKey()}`, now }: SignOptions = {},
): Promise<{ body: string; headers: Record<string, string> }> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const timestamp = String(checkedOptions({ now }).nowSeconds);
  const bytes = new TextEncoder().encode(body);
  const signature = await webSigner(keysOf(secret)).sign(`${id}.${timestamp}`, bytes);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
  };
}
