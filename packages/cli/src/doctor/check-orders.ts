import type { Client } from '@mkt/client';
import type { OrderFailure, Provider, SellerOrderSummary } from '@mkt/protocol';
import { formatTime } from '../show/time.ts';
import { quoteArgument } from '../terminal/printable.ts';
import { advice, failed, failedRequest, passed, skipped, type Finding } from './finding.ts';

const NEWEST = 20;
const UNAUTHORIZED = 401;

interface OrdersCheck {
  client: Client;
  provider: Pick<Provider, 'id' | 'slug' | 'runContract'>;
  signal: AbortSignal;
}

type Failed = SellerOrderSummary & { failure: OrderFailure };

const hasFailed = (order: SellerOrderSummary): order is Failed => order.failure !== null;

/** Failures that the service has no part in. */
const isOfService = ({ failure }: SellerOrderSummary): boolean =>
  failure === null ||
  !['cancelled', 'expired', 'interrupted', 'listing_unavailable'].includes(failure.kind);

/** How the newest calls to the listing ended: what fails now is a failure, what was repaired is not. */
export async function checkOrders({ client, provider, signal }: OrdersCheck): Promise<Finding> {
  const { id, slug } = provider;
  try {
    const query = { limit: NEWEST, view: 'summary' as const };
    const { data } = await client.providers.orders(id, query, { signal });
    const settled = data.filter((order) => order.completedAt !== null).filter(isOfService);
    return judge(settled, provider);
  } catch (error) {
    signal.throwIfAborted();
    return await failedRequest('orders', error, `mkt sales --listing ${quoteArgument(slug)}`);
  }
}

function judge(
  settled: readonly SellerOrderSummary[],
  { slug, runContract }: Pick<Provider, 'slug' | 'runContract'>,
): Finding {
  const [newest] = settled;
  if (!newest) return skipped('orders', `${slug} has not been called yet`);
  const failures = settled.filter(hasFailed);
  const [last] = failures;
  const count = settled.length === 1 ? 'the last call' : `the last ${settled.length} calls`;
  if (!last) return passed('orders', `${count} ended with a result`);
  const part = settled.length === 1 ? count : `${failures.length} of ${count}`;
  const message = `${part} failed (${countKinds(failures)}). ${describe(last)}`;
  const next = nextStep(last, { slug, endpoint: runContract.endpointPath });
  if (last === newest) return failed('orders', message, next);
  return advice('orders', `${message}. The newest had a result`, next);
}

const KINDS: Readonly<Partial<Record<OrderFailure['kind'], string>>> = {
  timeout: 'no complete response in time',
  connection: 'your service could not be reached or closed the connection',
  tls: 'the certificate was not accepted',
  url_not_allowed: 'the address is not allowed',
  invalid_json: 'the response was not JSON',
  too_large: 'the response was too large',
};

const nameOf = ({ kind, sellerStatus }: OrderFailure): string =>
  kind === 'seller_status' ? `your service returned ${sellerStatus}` : (KINDS[kind] ?? kind);

/** `your service returned 503 × 2, the response was not JSON`. */
function countKinds(failures: readonly Failed[]): string {
  const kinds = new Map<string, number>();
  for (const { failure } of failures) {
    kinds.set(nameOf(failure), (kinds.get(nameOf(failure)) ?? 0) + 1);
  }
  return [...kinds].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join(', ');
}

/** Which order it was, what the service said, and where to read more. */
function describe({ id, completedAt, failure, errorMessage }: Failed): string {
  const { kind, sellerMessage } = failure;
  const said = sellerMessage ?? (kind === 'seller_status' ? null : errorMessage);
  const quoted = said ? `: “${said}”` : '';
  const log = isAnswered(failure) ? '. Look for its id in the log of your service' : '';
  return `The last is order ${id}, ${formatTime(completedAt)}${quoted}${log}`;
}

/** Whether the service received the call and answered it: it fails with that input, and not altogether. */
const isAnswered = ({ kind }: OrderFailure): boolean =>
  kind === 'seller_status' || kind === 'invalid_json' || kind === 'too_large';

/**
 * A service that refuses signed calls has another secret. A failure with one input shows when the same
 * call is sent again; any other, in the checks of a review.
 */
function nextStep(
  { id, failure }: Failed,
  { slug, endpoint }: { slug: string; endpoint: string },
): string {
  if (failure.sellerStatus === UNAUTHORIZED) return `mkt secrets pull ${quoteArgument(slug)}`;
  if (isAnswered(failure)) {
    return `mkt orders replay ${id} --to ${quoteArgument(new URL(endpoint).origin)}`;
  }
  const base = new URL('.', endpoint).href.replace(/\/+$/, '');
  return `mkt validate --service-url ${quoteArgument(base)}`;
}
