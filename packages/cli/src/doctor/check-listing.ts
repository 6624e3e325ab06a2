import { createHash } from 'node:crypto';
import type { Client } from '@mkt/client';
import type { Provider, SellerOrderSummary } from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import { formatStatus } from '../show/listing.ts';
import { failureReason } from '../show/order.ts';
import { formatTime } from '../show/price.ts';
import { type LocalSecret, localSecrets } from '../store/known-secrets.ts';
import type { ProjectListings } from '../store/project-listings.ts';
import type { Shell } from '../terminal/shell.ts';
import { quoteArgument } from '../terminal/text.ts';
import { showCertificate } from './check-service.ts';
import { advice, failed, failedRequest, type Finding, passed, skipped } from './findings.ts';

const FINGERPRINT_LENGTH = 8;

/** The beginning of the secret's SHA-256 in hex: it names a secret without revealing it. */
const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_LENGTH);

interface SecretCheck {
  client: Client;
  provider: Pick<Provider, 'slug'>;
  scopes: readonly string[];
  shell: Shell;
  file: string;
}

/** Whether a service that is started here verifies calls with the secret of the listing. */
export async function checkSecret(check: SecretCheck): Promise<Finding> {
  const { client, provider, scopes, shell, file } = check;
  const pull = `mkt secrets pull ${quoteArgument(provider.slug)}`;
  const { secrets, unreadable } = await localSecrets(shell, file);
  if (unreadable !== undefined) return failed('secret', unreadable, `ls -l ${quoteArgument(file)}`);
  const malformed = secrets.find(({ value }) => parseSigningSecrets(value) === undefined);
  if (malformed) {
    const { variable, from } = malformed;
    const message = `${variable} in ${from} is malformed: it must be whsec_ followed by base64`;
    return failed('secret', message, pull);
  }
  if (!scopes.includes('provider:secret')) {
    return skipped('secret', 'not compared: the key lacks the scope provider:secret');
  }
  const { ConflictError } = await import('@mkt/client');
  try {
    const { secret } = await client.listings.signingSecret(provider.slug, {
      signal: shell.signal,
    });
    return compare(secret, secrets, { slug: provider.slug, pull, file });
  } catch (error) {
    shell.signal.throwIfAborted();
    if (error instanceof ConflictError) {
      return skipped('secret', `${provider.slug} gets its secret when it is published`);
    }
    return await failedRequest('secret', error, `${pull} --verbose`);
  }
}

function compare(
  expected: string,
  found: readonly LocalSecret[],
  { slug, pull, file }: { slug: string; pull: string; file: string },
): Finding {
  const fingerprint = fingerprintOf(expected);
  if (found.length === 0) {
    const message = `neither ${file} nor the environment has a signing secret; that of ${slug} has the fingerprint ${fingerprint}`;
    return advice('secret', message, pull);
  }
  const hiding = (secret: LocalSecret) =>
    found.find(
      (other) =>
        other.isFromEnvironment &&
        !secret.isFromEnvironment &&
        other.variable === secret.variable &&
        other.value !== secret.value,
    );
  const holders = found.filter(({ value }) => secretsIn(value).includes(expected));
  const visible = holders.find((secret) => !hiding(secret));
  if (visible) {
    const { variable, from } = visible;
    return passed('secret', `${variable} in ${from} is that of ${slug} (${fingerprint})`);
  }
  const [hidden] = holders;
  if (hidden) {
    const { variable, from } = hidden;
    const message = `${variable} in ${from} is that of ${slug}, but the environment has another value for it, which wins`;
    return failed('secret', message, `unset ${variable}`);
  }
  const others = found.flatMap(({ variable, from, value }) =>
    secretsIn(value).map((secret) => `${variable} in ${from} (${fingerprintOf(secret)})`),
  );
  const isOne = others.length === 1;
  const message = `${others.join(', ')} ${isOne ? 'is' : 'are'} not the secret of ${slug} (${fingerprint})`;
  return failed('secret', message, pull);
}

const secretsIn = (value: string) => value.split(',').map((part) => part.trim());

const NEWEST = 20;
const UNAUTHORIZED = 401;
/** Statuses from 400 to 499 that say nothing about the input. */
const NOT_CHOSEN = new Set([UNAUTHORIZED, 405, 408]);

interface OrdersCheck {
  client: Client;
  provider: Pick<Provider, 'id' | 'slug' | 'runContract'>;
  /** The base address of the service. */
  serviceUrl: string;
  /** Whether the secret that a service started here would read is that of the listing. */
  hasSecret: boolean;
  signal: AbortSignal;
}

type Context = Pick<OrdersCheck, 'serviceUrl' | 'hasSecret'> & { slug: string };

/** The kinds of failure that are not the service’s. */
const NOT_OF_SERVICE: ReadonlySet<string> = new Set([
  'cancelled',
  'expired',
  'interrupted',
  'listing_unavailable',
]);

/** How the newest calls to the listing ended: what fails now is a failure, what was repaired is not. */
export async function checkOrders(check: OrdersCheck): Promise<Finding> {
  const { client, provider, signal } = check;
  const { id, slug } = provider;
  try {
    const query = { limit: NEWEST, view: 'summary' as const };
    const { data } = await client.listings.orders(id, query, { signal });
    const settled = data
      .filter(({ completedAt }) => completedAt !== null)
      .filter(({ failure }) => failure === null || !NOT_OF_SERVICE.has(failure.kind));
    return judge(settled, { ...check, slug });
  } catch (error) {
    signal.throwIfAborted();
    return await failedRequest('orders', error, `mkt sales --listing ${quoteArgument(slug)}`);
  }
}

/** Whether the service refused the input, which is usually the buyer’s mistake. */
const isRefusal = ({ failure }: SellerOrderSummary): boolean => {
  const status = failure?.sellerStatus ?? 0;
  return status >= 400 && status <= 499 && !NOT_CHOSEN.has(status);
};

const isWrongResult = ({ failure, outputValid }: SellerOrderSummary): boolean =>
  failure === null && outputValid === false;

const isProblem = (order: SellerOrderSummary): boolean =>
  (order.failure !== null && !isRefusal(order)) || isWrongResult(order);

function judge(settled: readonly SellerOrderSummary[], context: Context): Finding {
  const [newest] = settled;
  if (!newest) return skipped('orders', `${context.slug} has not been called yet`);
  const count = settled.length === 1 ? 'the last call' : `the last ${settled.length} calls`;
  const problems = settled.filter(isProblem);
  const [last] = problems;
  const reasons = reasonsOf(settled);
  if (!last) {
    if (reasons.length === 0) return passed('orders', `${count} ended with a result`);
    const message = `${count} ended with a result, or the service refused the input`;
    return { ...passed('orders', message), reasons };
  }
  const part = settled.length === 1 ? count : `${problems.length} of ${count}`;
  const message = `${part} failed or had a wrong result`;
  const next = nextStep(last, context);
  const isFixed = last !== settled.find((order) => !isRefusal(order));
  return isFixed
    ? { ...advice('orders', `${message}; the newest was fine`, next), reasons }
    : { ...failed('orders', message, next), reasons };
}

/** Why a call did not succeed; `undefined` if it did. */
function reasonOf(order: SellerOrderSummary): string | undefined {
  const { failure } = order;
  if (isWrongResult(order)) return 'the result does not match outputSchema';
  if (failure === null) return undefined;
  return isRefusal(order)
    ? `the service refused the input with ${failure.sellerStatus}`
    : failureReason(failure);
}

/** A line for each reason, the newest first: how often, and its newest order. */
function reasonsOf(settled: readonly SellerOrderSummary[]): string[] {
  const byReason = Map.groupBy(settled, reasonOf);
  return [...byReason].flatMap(([reason, orders]) => {
    const [newest] = orders;
    if (reason === undefined || !newest) return [];
    const times = orders.length === 1 ? '' : ` × ${orders.length}`;
    return [`${reason}${times}   ${newest.id}, ${formatTime(newest.completedAt)}${saidBy(newest)}`];
  });
}

/** What the service said, or where its result is wrong. */
function saidBy({ failure, errorMessage, outputErrors }: SellerOrderSummary): string {
  const [wrong] = outputErrors ?? [];
  if (failure === null) return wrong ? `: ${wrong.path || '(root)'} ${wrong.message}` : '';
  const said = failure.sellerMessage ?? (failure.kind === 'seller_status' ? null : errorMessage);
  return said ? `: “${said}”` : '';
}

/**
 * A service that refuses signed calls has another secret, or computes signatures differently. Sending
 * the same call again shows what happened with its input; the checks of a review show any other failure.
 */
function nextStep(order: SellerOrderSummary, { slug, serviceUrl, hasSecret }: Context): string {
  const { id, failure } = order;
  const validate = `mkt validate --service-url ${quoteArgument(serviceUrl)}`;
  if (failure?.reason?.startsWith('certificate_')) return showCertificate(serviceUrl);
  if (failure?.sellerStatus === UNAUTHORIZED) {
    return hasSecret ? validate : `mkt secrets pull ${quoteArgument(slug)}`;
  }
  const isAnswered =
    !failure || ['seller_status', 'invalid_json', 'too_large'].includes(failure.kind);
  return isAnswered ? `mkt orders replay ${id} --to ${quoteArgument(serviceUrl)}` : validate;
}

const MAX_NAMED = 5;

interface ListingCheck {
  client: Client;
  scopes: readonly string[];
  /** Slug or id; by default those of the project, or the only listing of the account. */
  wanted: string | undefined;
  project: Pick<ProjectListings, 'all'>;
  serviceUrl: string | undefined;
  signal: AbortSignal;
}

interface CheckedListing {
  finding: Finding;
  provider?: Provider;
}

/** Finds the listings to look at, and says of each whether buyers can call it. */
export async function checkListings(check: ListingCheck): Promise<CheckedListing[]> {
  const { client, scopes, wanted, serviceUrl, signal } = check;
  if (!scopes.includes('provider:read')) {
    const message = 'not looked up: it needs a key with the scope provider:read';
    return [{ finding: skipped('listing', message) }];
  }
  try {
    if (wanted !== undefined) return [describe(await client.listings.get(wanted, { signal }))];
    const { data, nextCursor } = await client.listings.list({ limit: 100 }, { signal });
    const own = data.filter(({ status }) => status !== 'archived');
    const ofService = own.filter(({ runContract: { endpointPath } }) =>
      serviceUrl === undefined ? true : isBelow(endpointPath, serviceUrl),
    );
    const [first, second] = ofService;
    if (first && !second && nextCursor === null) return [describe(first)];
    const ofProject = await soldHere(check);
    if (ofProject.length > 0) return ofProject.map(describe);
    return [{ finding: notChosen(ofService, serviceUrl) }];
  } catch (error) {
    signal.throwIfAborted();
    return [{ finding: await failedRequest('listing', error, 'mkt listings list') }];
  }
}

/** The listings of the project that still exist, and have the service's address if one is given. */
async function soldHere({ client, project, serviceUrl, signal }: ListingCheck) {
  const { NotFoundError } = await import('@mkt/client');
  const found: Provider[] = [];
  for (const id of new Set(await project.all())) {
    try {
      const provider = await client.listings.get(id, { signal });
      const { status, runContract } = provider;
      const isHere = serviceUrl === undefined || isBelow(runContract.endpointPath, serviceUrl);
      if (status !== 'archived' && isHere) found.push(provider);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return found;
}

function isBelow(endpointPath: string, serviceUrl: string): boolean {
  const [endpoint, base] = [URL.parse(endpointPath), URL.parse(serviceUrl)];
  if (!endpoint || !base || endpoint.origin !== base.origin) return false;
  return endpoint.pathname.startsWith(base.pathname.replace(/\/*$/, '/'));
}

function notChosen(listings: readonly Provider[], serviceUrl: string | undefined): Finding {
  const [first] = listings;
  if (!first) {
    const where = serviceUrl === undefined ? '' : ` at ${serviceUrl}`;
    const address = serviceUrl === undefined ? '' : ` --service-url ${quoteArgument(serviceUrl)}`;
    return skipped('listing', `you have no listing${where}`, `mkt publish${address}`);
  }
  const named = listings.slice(0, MAX_NAMED).map(({ slug }) => slug);
  const more = listings.length > named.length ? ', …' : '';
  return skipped(
    'listing',
    `you have several (${named.join(', ')}${more}): name one of them`,
    `mkt doctor ${quoteArgument(first.slug)}`,
  );
}

function describe(provider: Provider): CheckedListing {
  const slug = quoteArgument(provider.slug);
  const show = `mkt listings show ${slug}`;
  const is = (state: string) => `${slug} is ${state}`;
  switch (provider.status) {
    case 'published':
      return { provider, finding: judgeHealth(provider, slug) };
    case 'paused':
      return {
        provider,
        finding: advice(
          'listing',
          `${is('paused')}: buyers cannot call it`,
          `mkt listings resume ${slug}`,
        ),
      };
    case 'draft':
      return {
        provider,
        finding: advice(
          'listing',
          `${is('a draft')}: buyers do not see it`,
          `mkt listings submit ${slug}`,
        ),
      };
    case 'pending_review':
      return { provider, finding: skipped('listing', is('in review'), show) };
    case 'flagged':
      return { provider, finding: failed('listing', is('flagged by the review'), show) };
    case 'archived':
      return {
        provider,
        finding: failed('listing', `${is(formatStatus(provider))} for good`, 'mkt listings list'),
      };
  }
}

function judgeHealth({ health }: Provider, slug: string): Finding {
  const published = `${slug} is published`;
  if (health.status !== 'unhealthy') {
    return passed('listing', `${published}, health: ${health.status.replaceAll('_', ' ')}`);
  }
  return failed(
    'listing',
    `${published}, but its health endpoint does not respond with 2xx`,
    `mkt api GET /v1/providers/${slug}/health`,
  );
}
