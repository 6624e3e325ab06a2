import { ConflictError, MktError, type Guards } from '@mkt/client';
import type { Call, Outcome } from '../call.ts';
import { sealSecret, termsOf, type Money, type Terms } from '../session.ts';
import { ToolError } from '../tool-error.ts';
import { activate, type Activation } from './activate.ts';
import { askFirst } from './ask-first.ts';
import { isSealOf, keyOfSeal, questionAbout, sealInQuestion } from './seal.ts';

export interface Purchase extends Omit<Activation, 'idempotencyKey'> {
  idempotencyKey: string | undefined;
  /** What a question returned, if the agent answers it in its own call. */
  confirm: string | undefined;
}

/** The highest price that is bought without a question, or `undefined` if the two cannot be compared. */
function lower({ maxPrice }: Guards, limit: Money): Money | undefined {
  if (typeof maxPrice !== 'object') return limit;
  if (maxPrice.currency !== limit.currency) return undefined;
  return maxPrice.amount < limit.amount ? maxPrice : limit;
}

/** Whether the terms meet the agent's own conditions. */
function meets(terms: Terms, { maxPrice, currency, unit, revision }: Guards): boolean {
  const { amount, currency: priced } = terms;
  const isAffordable =
    typeof maxPrice !== 'object' ||
    amount === 0 ||
    (priced === maxPrice.currency && amount <= maxPrice.amount);
  return (
    isAffordable &&
    (currency === undefined || currency === priced) &&
    (unit === undefined || unit === terms.unit) &&
    (revision === undefined || revision === terms.revision)
  );
}

/** Conditions that only exactly these terms meet. */
const exactly = ({ amount, currency, unit, revision }: Terms): Guards => ({
  maxPrice: { amount, currency },
  unit,
  revision,
});

const isChanged = (error: unknown) =>
  error instanceof ConflictError && error.type === 'listing_changed';

/**
 * Buys a call. If it costs more than the session's limit, a person or the agent must first agree to
 * the revision and the price; the marketplace refuses the order if either has changed since.
 */
export async function buy(purchase: Purchase, call: Call): Promise<Outcome> {
  const { session, answer } = call;
  const { confirm, idempotencyKey, ...rest } = purchase;
  const limit = session.confirmAbove;
  if (answer && !answer.isAccepted) {
    throw new ToolError('declined', 'The user declined this call.');
  }
  const key = idempotencyKey ?? crypto.randomUUID();
  if (!limit) return await activate({ ...rest, idempotencyKey: key }, call);
  const agreed = answer?.seal ?? confirm ?? sealInQuestion(idempotencyKey);
  if (agreed !== undefined) return await buyAgreed(purchase, agreed, call);
  const maxPrice = lower(rest.guards, limit);
  try {
    if (maxPrice) {
      const guards = { ...rest.guards, maxPrice };
      return await activate({ ...rest, guards, idempotencyKey: key }, call);
    }
  } catch (error) {
    if (!isChanged(error)) throw error;
    return await buyShown(purchase, call, error);
  }
  return await buyShown(purchase, call, undefined);
}

/** A listing that is above the limit, or has a price in a different currency. */
async function buyShown(purchase: Purchase, call: Call, refusal: unknown): Promise<Outcome> {
  const { listing, input, guards, idempotencyKey: agentKey } = purchase;
  const terms = await read(listing, call);
  const isFree = terms.amount === 0 && meets(terms, guards);
  if (isFree) return await buyExactly(purchase, terms, agentKey, call);
  if (refusal !== undefined && !meets(terms, guards)) throw refusal;
  return askFirst({ terms, input, agentKey }, call);
}

async function buyAgreed(purchase: Purchase, agreed: string, call: Call): Promise<Outcome> {
  const terms = await read(purchase.listing, call);
  const { input, idempotencyKey: agentKey } = purchase;
  const question = { input, agentKey, isStale: true };
  if (!isSealOf(sealSecret(call.session), agreed, { terms, input })) {
    return askFirst({ ...question, terms }, call);
  }
  try {
    return await buyExactly(purchase, terms, keyOfSeal(agreed), call);
  } catch (error) {
    // It changed between the two requests.
    if (isChanged(error)) {
      return askFirst({ ...question, terms: await read(purchase.listing, call) }, call);
    }
    // The agent can ask about the order only with the seal: the key alone confirms nothing.
    if (error instanceof MktError && error.idempotencyKey !== undefined) {
      Object.assign(error, { idempotencyKey: questionAbout(agreed) });
    }
    throw error;
  }
}

async function buyExactly(
  { listing, input, waitMs }: Purchase,
  terms: Terms,
  idempotencyKey = crypto.randomUUID() as string,
  call: Call,
): Promise<Outcome> {
  return await activate({ listing, input, waitMs, guards: exactly(terms), idempotencyKey }, call);
}

async function read(listing: string, { session, signal }: Call): Promise<Terms> {
  return termsOf(await session.market.listing(listing, { signal }));
}
