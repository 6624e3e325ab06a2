import {
  FAILURE_KIND_VALUES,
  LISTING_STATE_VALUES,
  ORDER_STATE_VALUES,
  PROVIDER_STATUS_VALUES,
} from './generated/enums.ts';
import type {
  FailureKind,
  ListingState,
  OrderState,
  ProviderStatus,
} from './generated/wire-types.ts';

export const PROVIDER_STATUSES: readonly ProviderStatus[] = PROVIDER_STATUS_VALUES;
export const LISTING_STATES: readonly ListingState[] = LISTING_STATE_VALUES;
export const ORDER_STATES: readonly OrderState[] = ORDER_STATE_VALUES;
/** Why an order can fail (docs/buy/orders.md#when-an-order-fails). */
export const FAILURE_KINDS: readonly FailureKind[] = FAILURE_KIND_VALUES;

/**
 * The state changes that `PATCH listingState` may ask for (docs/sell/listings.md#states).
 * Reviews and submissions change the other states; `archived` is final.
 */
export const LISTING_STATE_CHANGES: Readonly<Record<ProviderStatus, readonly ListingState[]>> = {
  draft: [],
  pending_review: [],
  flagged: [],
  published: ['paused', 'archived'],
  paused: ['published', 'archived'],
  archived: [],
};

/** The state of a listing, as buyers see it: `pending_review` and `flagged` read as `draft`. */
export function listingStateOf(status: ProviderStatus): ListingState {
  return status === 'pending_review' || status === 'flagged' ? 'draft' : status;
}

/** An order in one of these states never changes again. */
export type SettledOrderState = Extract<OrderState, 'completed' | 'failed'>;

export function isSettled(state: OrderState): state is SettledOrderState {
  return state === 'completed' || state === 'failed';
}

const isOpen = (state: OrderState): state is Exclude<OrderState, SettledOrderState> =>
  !isSettled(state);

export const OPEN_ORDER_STATES = ORDER_STATES.filter(isOpen);
export const SETTLED_ORDER_STATES = ORDER_STATES.filter(isSettled);
