import type { Webhook, WebhookAttempt } from '@mkt/client';
import { recordResult, type ToolResult } from '../results/tool-result.ts';
import { sellerText } from '../sellers/seller-text.ts';
import type { Arguments, Call, Tool } from '../call.ts';
import {
  checkNames,
  LISTING_ADVICE,
  optionalChoice,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
} from './read-arguments.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
const MAX_ID = 100;
const MAX_URL = 2_048;
/** Of what a receiver returned. */
const MAX_REASON = 500;

const WEBHOOK_ADVICE = 'Check the id with list_webhooks.';
const DELIVERY_ADVICE = 'Check the id with list_deliveries.';

const WEBHOOK_ID = { type: 'string', description: 'Id from list_webhooks.' };
const CURSOR = { type: 'string', description: 'nextCursor of the previous page.' };
const LIMIT = { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT };
const STATES = ['completed', 'failed'] as const;

const READS = { readOnlyHint: true, openWorldHint: true };
/** Sends a request to the receiver, which may act on it. */
const SENDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

const reasonOf = (text: string | null) => (text === null ? null : sellerText(text, MAX_REASON));

/** A webhook without its secret, which only the tool that creates it returns. */
const webhookOf = (webhook: Webhook) => ({
  webhookId: webhook.id,
  url: sellerText(webhook.url, MAX_URL),
  state: webhook.state,
  reason: reasonOf(webhook.pendingReason ?? webhook.disabledReason),
  filter: webhook.filter,
  waiting: webhook.waiting,
  recentAttempts: webhook.recentAttempts,
  createdAt: webhook.createdAt,
});

const attemptOf = (attempt: WebhookAttempt) => ({
  deliveryId: attempt.deliveryId,
  type: attempt.type,
  orderId: attempt.orderId,
  at: attempt.at,
  status: attempt.status,
  error: reasonOf(attempt.error),
  durationMs: attempt.durationMs,
  nextAttemptAt: attempt.nextAttemptAt,
});

/** How a request went that the tool had sent; an error of the tool if the receiver did not accept it. */
function attemptResult(attempt: WebhookAttempt): ToolResult {
  const isError = attempt.error !== null;
  const sentence = isError
    ? 'The receiver did not accept the request. Check that its address is right, and that it answers within 15 seconds and verifies with the secret of this webhook.'
    : 'The receiver accepted the request.';
  return { ...recordResult(sentence, attemptOf(attempt)), ...(isError && { isError }) };
}

const pageOf = (args: Arguments) => ({
  limit: optionalInteger(args, 'limit', [1, MAX_LIMIT]) ?? DEFAULT_LIMIT,
  cursor: optionalText(args, 'cursor', 500),
});

async function list(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['limit', 'cursor']);
  const { data, nextCursor } = await session.market.webhooks.list(pageOf(args), { signal });
  const found = { webhooks: data.map(webhookOf), nextCursor };
  return recordResult(`${data.length} webhooks, newest first.`, found);
}

const listWebhooks: Tool = {
  name: 'list_webhooks',
  title: 'List the webhooks',
  description:
    'Lists the URLs to which the marketplace reports settled orders of the account, and how deliveries go.',
  inputSchema: {
    type: 'object',
    properties: { limit: LIMIT, cursor: CURSOR },
    additionalProperties: false,
  },
  annotations: READS,
  isActivation: false,
  ifNotFound: '',
  call: list,
};

async function create(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['url', 'listing', 'orderState']);
  const filter = {
    listingId: optionalText(args, 'listing', MAX_ID) ?? null,
    orderState: optionalChoice(args, 'orderState', STATES) ?? null,
  };
  const body = { url: requiredText(args, 'url', MAX_URL), filter };
  const { secret, ...webhook } = await session.market.webhooks.create(body, { signal });
  const sentence =
    'The webhook was created. No other result contains its secret: put it where the receiver verifies requests, and nowhere else.';
  const next =
    webhook.state === 'pending'
      ? ' Nothing is delivered until the URL has answered a challenge: when the receiver has the secret, call test_webhook.'
      : '';
  return recordResult(sentence + next, { ...webhookOf(webhook), secret });
}

const createWebhook: Tool = {
  name: 'create_webhook',
  title: 'Create a webhook',
  description:
    'Has every order of the account that settles reported to a URL, in requests signed with a secret. The result contains the secret, once. Only for a URL that the user gave you.',
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'https on a public address.' },
      listing: { type: 'string', description: 'Only orders of this listing: slug or id.' },
      orderState: { type: 'string', enum: STATES, description: 'Only orders that ended so.' },
    },
    required: ['url'],
    additionalProperties: false,
  },
  annotations: SENDS,
  isActivation: false,
  ifNotFound: LISTING_ADVICE,
  call: create,
};

async function test(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['webhookId']);
  const id = requiredText(args, 'webhookId', MAX_ID);
  return attemptResult(await session.market.webhooks.test(id, { signal }));
}

const testWebhook: Tool = {
  name: 'test_webhook',
  title: 'Test a webhook',
  description:
    'Sends one request and says how it went: the challenge if the URL has not answered it, otherwise a test.',
  inputSchema: {
    type: 'object',
    properties: { webhookId: WEBHOOK_ID },
    required: ['webhookId'],
    additionalProperties: false,
  },
  annotations: SENDS,
  isActivation: false,
  ifNotFound: WEBHOOK_ADVICE,
  call: test,
};

async function attempts(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['webhookId', 'failed', 'limit', 'cursor']);
  const id = requiredText(args, 'webhookId', MAX_ID);
  const outcome = optionalFlag(args, 'failed') ? ('failed' as const) : undefined;
  const query = { ...pageOf(args), outcome };
  const { data, nextCursor } = await session.market.webhooks.attempts(id, query, { signal });
  const found = { attempts: data.map(attemptOf), nextCursor };
  return recordResult(`${data.length} attempts to deliver, newest first.`, found);
}

const listDeliveries: Tool = {
  name: 'list_deliveries',
  title: 'List the deliveries of a webhook',
  description:
    'Lists the requests to a webhook in the last 7 days and why some failed, newest first.',
  inputSchema: {
    type: 'object',
    properties: {
      webhookId: WEBHOOK_ID,
      failed: { type: 'boolean', description: 'Only those that failed.' },
      limit: LIMIT,
      cursor: CURSOR,
    },
    required: ['webhookId'],
    additionalProperties: false,
  },
  annotations: READS,
  isActivation: false,
  ifNotFound: WEBHOOK_ADVICE,
  call: attempts,
};

async function sendAgain(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['deliveryId']);
  const id = requiredText(args, 'deliveryId', MAX_ID);
  return attemptResult(await session.market.webhooks.sendAgain(id, { signal }));
}

const sendDelivery: Tool = {
  name: 'send_delivery',
  title: 'Send a delivery again',
  description:
    'Sends what an earlier request contained again, under the same webhook-id, and says how it went. A success ends the retries.',
  inputSchema: {
    type: 'object',
    properties: { deliveryId: { type: 'string', description: 'Id from list_deliveries.' } },
    required: ['deliveryId'],
    additionalProperties: false,
  },
  annotations: SENDS,
  isActivation: false,
  ifNotFound: DELIVERY_ADVICE,
  call: sendAgain,
};

/** The tools that need the scope `webhook:manage`. */
export const WEBHOOK_TOOLS: readonly Tool[] = [
  listWebhooks,
  createWebhook,
  testWebhook,
  listDeliveries,
  sendDelivery,
];
