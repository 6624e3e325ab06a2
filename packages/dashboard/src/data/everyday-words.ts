import { tellingWords, wordsIn } from './typed-words.ts';

/** What people call a thing, and where it is found: in the pages, by its address, and in the guides. */
export interface Meaning {
  says: readonly string[];
  page?: string;
  guide?: string;
}

const means = (says: string, page?: string, guide?: string): Meaning => ({
  says: says.split(', '),
  ...(page !== undefined && { page }),
  ...(guide !== undefined && { guide }),
});

/** The statement of this month. */
export const STATEMENT = '/usage/:month';
const MONEY = '/docs/buy/spending#charges-and-refunds';
const SIGN_UP = '/sign-up';
const ACCOUNTS = '/docs/operate/accounts';
const REVOKE = '/docs/buy/call#a-key';
const SECRETS = '/docs/sell/deploy#secrets';
const ERRORS = '/docs/reference/errors';
/** Where an error is explained. */
const error = (says: string, type?: string) =>
  means(says, undefined, type === undefined ? ERRORS : `${ERRORS}#${type}`);

/** What people type when they do not know our words. Small words of questions are left out when it is compared. */
const MEANINGS: readonly Meaning[] = [
  means(
    'spending limit, limit spending, stop spending, spending cap, budget, cap, limit',
    '/keys',
    '/docs/buy/spending#budgets',
  ),
  means(
    'sell something, sell, start selling, sell an api, sell a service, become a seller',
    '/selling/new',
    '/docs/start/first-sale',
  ),
  means('delete listing, remove listing', '/selling', '/docs/sell/listings#states'),
  means(
    'down, downtime, outage, offline, unhealthy, service is down, listing is down',
    '/selling',
    '/docs/sell/diagnose',
  ),
  means(
    'failed call, call failed, order failed, charged for a failed call, who pays for a failed call',
    '/orders?state=failed',
    MONEY,
  ),
  means('call is slow, slow call', '/orders', '/docs/buy/orders#when-an-order-fails'),
  means('create account, new account, register, sign up, signup, join', SIGN_UP, ACCOUNTS),
  means(
    'get started, getting started, start, first steps, how does it work, tutorial, quickstart',
    '/',
    '/docs/start/first-sale',
  ),
  means('how much, how much does it cost', '/catalogue', '/docs/buy/catalogue'),
  means('earnings, revenue, income', '/sales', '/docs/sell/publish#getting-paid'),
  means(
    'webhook, callback, new webhook, add webhook, create webhook, webhook not working, webhook not confirmed',
    '/webhooks',
    '/docs/buy/webhooks',
  ),
  means('free, free tier, costs nothing', '/catalogue', '/docs/buy/catalogue#search'),
  means('revoke, leaked key, api key leaked, key leaked, revoke key, stolen key', '/keys', REVOKE),
  means(
    'invite, invite a friend, invitation',
    '/account#invitations',
    '/docs/operate/run#invite-people',
  ),
  means('signing secret, lost secret, secret lost, rotate secret', '/selling', SECRETS),
  means('refund a buyer, refund buyer, refund customer', '/sales', MONEY),
  means('upload service, import service', '/selling/new', '/docs/start/first-sale'),
  means('tax', STATEMENT, MONEY),
  means('agent, llm, mcp, chatgpt, claude', undefined, '/docs/buy/agents'),
  means(
    'support, contact, slow, too slow, timeout, timed out',
    undefined,
    '/docs/buy/orders#when-an-order-fails',
  ),
  means('who can see my data, privacy, gdpr', '/account#data', '/docs/operate/accounts'),
  means('publish, create listing, add listing', '/selling/new', '/docs/sell/publish'),
  means(
    'who buys, who bought, who pays, customers, buyers',
    '/sales',
    '/docs/start/dashboard#watching-sales',
  ),
  means('who called, caller', '/sales?tab=calls', '/docs/start/dashboard#watching-sales'),
  means(
    'turn off, switch off, disable, pause, pause listing, pause service, turn off listing, disable listing, stop selling, take down, unpublish, hide listing',
    '/selling',
    '/docs/sell/listings#states',
  ),
  means(
    'top up, add money, add funds, add credit, credit, pay, payment, payment method, credit card, card',
    '/usage',
    MONEY,
  ),
  means(
    'get paid, payout, payday, withdraw, withdrawal',
    '/sales',
    '/docs/sell/publish#getting-paid',
  ),
  means('refund, money back, chargeback', '/orders?state=failed', MONEY),
  means(
    'invoice, bill, receipt, statement, monthly statement',
    STATEMENT,
    '/docs/start/dashboard#usage-and-statements',
  ),
  means(
    'cancel, cancel order, cancel call, stop order, abort',
    '/orders',
    '/docs/buy/orders#cancelling',
  ),
  means(
    'change price, edit price, raise price, lower price, set price, pricing',
    '/selling',
    '/docs/sell/listings#changes',
  ),
  means('api key, key, token, access token, api token', '/keys', '/docs/buy/call#a-key'),
  means('log out, logout, sign out', '/sign-out', '/docs/operate/accounts#sessions'),
  means(
    'delete account, close account, cancel account',
    '/account#close',
    '/docs/operate/accounts#closing-an-account',
  ),
  means(
    'password, change password, reset password',
    '/account#password',
    '/docs/operate/accounts#passwords',
  ),
  means('safe, trust, reliable', undefined, '/docs/buy/orders#guarantees'),
  means('rate limit', undefined, '/docs/reference/limits#rates'),
  means('exit code', undefined, '/docs/reference/cli#exit-codes'),
  error('unauthorized, unauthorised, wrong key, invalid key', 'unauthenticated'),
  error('payment required, budget exceeded, over budget', 'budget_exceeded'),
  error('forbidden, permission denied, not allowed', 'insufficient_scope'),
  error('not found', 'not_found'),
  error('conflict', 'invalid_state_transition'),
  error('too many requests', 'rate_limited'),
  error('error, error code, error type, http code, status code'),
];

const wordsOf = (text: string) => tellingWords(wordsIn(text));

/** Each phrase once, with the words that count. */
const PHRASES = MEANINGS.flatMap((meaning) =>
  meaning.says.map((phrase) => ({ meaning, words: wordsOf(phrase) })),
);

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word) => other.includes(word));

/** Whether a phrase is being typed: its last word may have only begun. */
const isBegun = (phrase: readonly string[], typed: readonly string[]) =>
  typed.length > 1 &&
  phrase.length === typed.length &&
  typed.every((word, at) =>
    at < typed.length - 1 ? phrase[at] === word : phrase[at]?.startsWith(word),
  );

/** The types of errors by status: `ERROR_TYPES` of the protocol, without what it says of each. */
export const TYPES_BY_STATUS: Readonly<Record<string, string>> = {
  400: 'malformed_request invalid_request invalid_json invalid_input invalid_schema invalid_cursor url_not_allowed',
  401: 'unauthenticated',
  402: 'budget_exceeded',
  403: 'insufficient_scope forbidden_origin signup_closed account_suspended budget_protected',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'invalid_state_transition listing_not_active listing_archived listing_changed order_running order_settled review_in_progress provider_was_published secret_not_available slug_taken email_taken',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'network non_ok_status invalid_contract review_failed idempotency_key_reused',
  429: 'rate_limited quota_exceeded',
  431: 'headers_too_large',
  500: 'internal',
  503: 'overloaded storage_unavailable',
};

/** The type of an error, or the status of one or several. */
function errorOf(typed: string): Meaning | undefined {
  const sought = typed.trim().toLowerCase();
  const ofStatus = TYPES_BY_STATUS[sought]?.split(' ');
  if (ofStatus) return error('', ofStatus.length === 1 ? ofStatus[0] : undefined);
  const isType = Object.values(TYPES_BY_STATUS).some((types) => types.split(' ').includes(sought));
  return isType ? error('', sought) : undefined;
}

/** What the longest of these phrases means that is among what was typed: `api key` in `my api key was leaked`. */
export function meaningIn(typed: string): Meaning | undefined {
  const words = wordsOf(typed);
  const within = PHRASES.filter((phrase) => phrase.words.every((word) => words.includes(word)));
  return within.toSorted((a, b) => b.words.length - a.words.length)[0]?.meaning;
}

/** What is meant by what was typed, if it is one of these phrases, and says no more. */
export function meaningOf(typed: string): Meaning | undefined {
  const words = wordsOf(typed);
  if (words.length === 0) return undefined;
  const known = errorOf(typed);
  if (known) return known;
  const found =
    PHRASES.find((phrase) => isSame(phrase.words, words)) ??
    PHRASES.find((phrase) => isBegun(phrase.words, words));
  return found?.meaning;
}

/** Single words that mean the same as what was typed. */
export const synonymsOf = (typed: string): string[] =>
  ((meaningOf(typed) ?? meaningIn(typed))?.says ?? [])
    .map(wordsOf)
    .flatMap((words) => (words.length === 1 ? words : []));

/** Everything that a page is called. */
export const saysOf = (page: string): string =>
  MEANINGS.flatMap((meaning) => (meaning.page === page ? meaning.says : [])).join(' ');
