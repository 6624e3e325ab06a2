import type { Client } from '@mkt/client';
import type { OrderFailure, Provider, SellerOrderSummary } from '@mkt/protocol';
import { printable, quoteArgument } from '../terminal/printable.ts';
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
  failure === null || !['cancelled', 'expired', 'listing_unavailable'].includes(failure.kind);

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
  const { sellerMessage } = last.failure;
  const says = sellerMessage ? `: ${printable(sellerMessage)}` : '';
  const part = settled.length === 1 ? count : `${failures.length} of ${count}`;
  const message = `${part} failed (${countKinds(failures)}), last with “${printable(last.errorMessage ?? last.failure.kind)}${says}”`;
  const next = nextStep(last, { slug, endpoint: runContract.endpointPath });
  if (last === newest) return failed('orders', message, next);
  return advice('orders', `${message}; the newest had a result`, next);
}

/** `seller_status 503 × 2, timeout`. */
function countKinds(failures: readonly Failed[]): string {
  const kinds = new Map<string, number>();
  for (const { failure } of failures) {
    const { kind, sellerStatus } = failure;
    const name = sellerStatus === undefined ? kind : `${kind} ${sellerStatus}`;
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  return [...kinds].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join(', ');
}

/** A service that refuses signed calls has another secret; anything else shows in the checks of a review. */
function nextStep(
  { failure }: Failed,
  { slug, endpoint }: { slug: string; endpoint: string },
): string {
  if (failure.sellerStatus === UNAUTHORIZED) return `mkt secrets pull ${quoteArgument(slug)}`;
  const base = new URL('.', endpoint).href.replace(/\/+$/, '');
  return `mkt validate --service-url ${quoteArgument(base)}`;
}
