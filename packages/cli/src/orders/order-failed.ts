import type { Client, FailedOrder } from '@mkt/client';
import type { OrderFailure } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';

/** The marketplace of the order. */
export interface Market {
  client(): Promise<Client>;
  shell: Pick<Shell, 'signal'>;
}

/** The step is only advice: the error must not wait long for it. */
const OWNER_TIMEOUT_MS = 3_000;

/** The error of a failed order, with what a buyer, or the seller of the listing, can do about it. */
export async function orderFailed(order: FailedOrder, market: Market): Promise<CliError> {
  const { failure, errorMessage } = order;
  const { sellerMessage } = failure;
  const quoted = sellerMessage ? ` The seller says: ${sellerMessage}` : '';
  return new CliError(
    'order_failed',
    `${errorMessage.replace(/\.$/, '')}. You were not charged.${quoted}`,
    { next: await nextStep(order, market) },
  );
}

async function nextStep({ id, listingId, failure }: FailedOrder, market: Market): Promise<string> {
  const show = `See the order: mkt orders show ${id}`;
  if (!isFaultOfSeller(failure)) return show;
  const slug = await ownSlug(listingId, market);
  if (slug !== undefined) return `Find out why: mkt doctor ${quoteArgument(slug)}. ${show}`;
  return `The fault is the seller's: try again later. ${show}`;
}

/** Statuses with which a service refuses an input. */
const OF_INPUT: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

const OF_SELLER: ReadonlySet<OrderFailure['kind']> = new Set([
  'timeout',
  'connection',
  'tls',
  'url_not_allowed',
  'invalid_json',
  'too_large',
]);

const isFaultOfSeller = ({ kind, sellerStatus }: OrderFailure): boolean =>
  kind === 'seller_status' ? !OF_INPUT.has(sellerStatus ?? 0) : OF_SELLER.has(kind);

/** The slug of a listing of the same account; `undefined` for one of another seller. */
async function ownSlug(listingId: string, { client, shell }: Market): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(OWNER_TIMEOUT_MS);
  const signal = AbortSignal.any([shell.signal, deadline]);
  try {
    const { providers } = await client();
    return (await providers.get(listingId, { signal, retries: 0 })).slug;
  } catch {
    return undefined;
  }
}
