import type { Client } from '@mkt/client';
import type { Provider, SellerOrderSummary } from '@mkt/protocol';
import { failureReason } from '../show/order.ts';
import { formatTime } from '../show/time.ts';
import { quoteArgument } from '../terminal/text.ts';
import { advice, failed, failedRequest, passed, skipped, type Finding } from './finding.ts';

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
    const { data } = await client.providers.orders(id, query, { signal });
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
  if (failure?.sellerStatus === UNAUTHORIZED) {
    return hasSecret ? validate : `mkt secrets pull ${quoteArgument(slug)}`;
  }
  const isAnswered =
    !failure || ['seller_status', 'invalid_json', 'too_large'].includes(failure.kind);
  return isAnswered ? `mkt orders replay ${id} --to ${quoteArgument(serviceUrl)}` : validate;
}
