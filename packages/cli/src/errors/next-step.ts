import { dirname } from 'node:path';
import type { BudgetExceededError, MktError } from '@mkt/client';
import type { ErrorType } from '@mkt/protocol';
import { quoteArgument } from '../terminal/text.ts';
import type { Connection, ErrorContext } from './error-context.ts';

/** The option of `mkt keys update` that would allow the order, by the rule that refuses it. */
const OPTIONS: Readonly<Record<string, string>> = {
  limit: '--budget AMOUNT',
  max_price: '--max-price AMOUNT',
  listing: '--listings LISTINGS',
  currency: '--currency CODE',
};

/** When the budget resets, and how to change it. */
function budgetStep({ rule = '', remaining }: BudgetExceededError): string {
  const resetsAt = rule === 'limit' ? remaining?.resetsAt : undefined;
  const time = resetsAt?.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
  const wait = time === undefined ? '' : `The budget resets at ${time}. `;
  const option = OPTIONS[rule] ?? '--budget AMOUNT';
  return `${wait}This key cannot change the budget. With a key that can: mkt keys list, then mkt keys update KEY ${option}`;
}

/** What the user can do about an error of the marketplace, in one line; `undefined` for nothing. */
export async function nextStep(
  error: MktError,
  context: ErrorContext,
): Promise<string | undefined> {
  const {
    ApiError,
    BudgetExceededError,
    ConflictError,
    ConnectionError,
    PermissionError,
    WaitTimeoutError,
  } = await import('@mkt/client');
  if (error instanceof PermissionError && error.requiredScope) {
    return `Use an API key with the scope ${error.requiredScope}.`;
  }
  if (error instanceof BudgetExceededError) return budgetStep(error);
  if (error instanceof ConflictError && error.allowed) {
    const { from, allowed } = error;
    if (allowed.length === 0) return fixedState(from, context);
    const now = from === undefined ? 'It' : `Its state is ${from}; it`;
    return `${now} can change to ${allowed.join(' or ')}.`;
  }
  if (error instanceof WaitTimeoutError && error.order) {
    return `Wait for it: mkt orders wait ${quoteArgument(error.order.id)}`;
  }
  const retry = error.idempotencyKey && retryWith(error.idempotencyKey);
  if (error instanceof ConnectionError && error.type === 'unreachable') {
    const { folder, market } = context.connection ?? {};
    if (folder !== undefined) return [startAgain(folder), retry].filter(Boolean).join(' ');
    const check =
      market === undefined
        ? "Check the marketplace's address (--base-url or MKT_BASE_URL)"
        : `Check the address of ${market}, in mkt.json or with mkt whoami --all`;
    if (retry) return `${check}. ${retry}`;
    return market === undefined
      ? `${check}, or start a local one: mkt marketplace serve --dev`
      : check;
  }
  if (retry) return retry;
  if (error instanceof ConnectionError || error instanceof WaitTimeoutError) {
    return 'Try again; if it keeps happening, check the address.';
  }
  if (error instanceof ApiError && error.retryAfterMs) {
    return `Try again in ${Math.ceil(error.retryAfterMs / 1_000)} s.`;
  }
  return Object.hasOwn(STEPS, error.type) ? STEPS[error.type as ErrorType]?.(context) : undefined;
}

/** What to do about a listing whose state cannot be changed directly. */
function fixedState(status: string | undefined, { listing = '' }: ErrorContext): string {
  switch (status) {
    case 'draft':
    case 'flagged':
      return `Submit it: mkt listings submit ${listing}`.trimEnd();
    case 'pending_review':
      return `Its review is still running. See its status: mkt listings show ${listing}`.trimEnd();
    case 'archived':
      return 'An archived listing cannot be changed: publish a new one.';
    case undefined:
      return 'Its state cannot be changed.';
    default:
      return `A listing that is ${status} cannot change its state.`;
  }
}

/** What to do when it is unknown whether an order was placed. */
export const retryWith = (idempotencyKey: string): string =>
  `The order may have been placed. To repeat it safely, add --idempotency-key ${quoteArgument(idempotencyKey)}`;

/** A folder's marketplace is used even when it is not running: a login elsewhere does not replace it. */
const startAgain = (dataFolder: string): string =>
  `The marketplace of ${dataFolder} is not running. Start it: cd ${quoteArgument(dirname(dataFolder))}, then mkt dev, or mkt marketplace serve --dev. Another one: --market NAME (yours: mkt whoami --all).`;

/** A mistyped key is found before it is sent, so a key that is refused belongs to another marketplace. */
function logIn(connection: Connection | undefined): string {
  const { baseUrl, keySource, market, folder } = connection ?? {};
  const login =
    market !== undefined
      ? `mkt login --market ${quoteArgument(market)}`
      : baseUrl === undefined
        ? 'mkt login'
        : `mkt login --base-url ${quoteArgument(baseUrl)}`;
  if (keySource === undefined) {
    const step = `Log in with ${login}, or set MKT_API_KEY.`;
    // A marketplace in dev mode has no https, and without an address the client calls this machine.
    return baseUrl?.startsWith('https:')
      ? step
      : `${step} A marketplace in dev mode has its key in the folder where it was started: ${login} --with-token < FOLDER/.mkt/dev-key`;
  }
  const refused = `${baseUrl ?? 'The marketplace'} does not know the key`;
  if (folder !== undefined && dirname(keySource) === folder) {
    return `${refused} of this folder, so another marketplace listens there. ${startAgain(folder)}`;
  }
  const why = 'It was revoked, has expired, or belongs to another marketplace.';
  if (keySource !== 'MKT_API_KEY') return `${refused} (${keySource}). ${why} Log in here: ${login}`;
  // A variable overrides every saved key, the one of a new login too.
  return `${refused} of the environment variable MKT_API_KEY, which is sent instead of the one that mkt login saved. ${why} Check it: mkt doctor. Without it: unset MKT_API_KEY, then ${login}`;
}

type Step = (context: ErrorContext) => string | undefined;

const seeReview: Step = ({ listing }) => listing && `See its review: mkt listings show ${listing}`;

const STEPS: Partial<Record<ErrorType, Step>> = {
  unauthenticated: ({ connection }) => logIn(connection),
  url_not_allowed: () =>
    'For local development use a marketplace in dev mode: mkt marketplace serve --dev',
  network: () =>
    'Check that the service is running and that the marketplace can reach this address.',
  non_ok_status: ({ serviceUrl }) =>
    serviceUrl && `See every check: mkt validate --service-url ${serviceUrl}`,
  invalid_contract: ({ serviceUrl }) =>
    serviceUrl && `Show every problem: mkt validate --service-url ${serviceUrl}`,
  listing_not_active: ({ listing }) => listing && `See its state: mkt listings show ${listing}`,
  listing_changed: ({ listing }) =>
    listing && `See its price and revision: mkt listings show ${listing}`,
  review_in_progress: seeReview,
  secret_not_available: seeReview,
  provider_was_published: ({ listing }) =>
    listing && `Archive it instead: mkt listings archive ${listing}`,
  idempotency_key_reused: () => 'Use a new --idempotency-key when the input changes.',
  payload_too_large: () => 'Send less in one request, for example by splitting the input.',
  account_suspended: () => 'Ask the operator of the marketplace why.',
  internal: () => 'Send the request id to the operator of the marketplace.',
};
