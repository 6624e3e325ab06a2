import { OVER_PRECISE, overPrecisePath } from '@mkt/protocol';
import { createBoundedMap } from '../concurrency/bounded-map.ts';
import type { ActivationInput, ActivationTarget } from '../domain/activation.ts';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { schemasBusy, type SchemaValidation } from '../domain/schema-validation.ts';
import type { ListingStore } from '../domain/store.ts';

/** A listing is paused when validating for it ran out of time this often, within this time. */
const MAX_TIMEOUTS = 3;
const COUNTED_MS = 3_600_000;
const MAX_COUNTED = 10_000;

/** Counts how often validating ran out of time for a listing, by its id and its present schema. */
export function createTimeoutCounter({ monotonic }: Pick<Clock, 'monotonic'>) {
  const strikes = createBoundedMap<number[]>({ max: MAX_COUNTED });
  return {
    /** Whether this is the third within an hour. */
    add(counted: string): boolean {
      const nowMs = monotonic();
      const recent = (strikes.get(counted) ?? []).filter((atMs) => nowMs - atMs < COUNTED_MS);
      recent.push(nowMs);
      strikes.set(counted, recent);
      return recent.length >= MAX_TIMEOUTS;
    },
    forget: (counted: string) => strikes.delete(counted),
  };
}

export interface CheckInputDeps {
  schemas: Pick<SchemaValidation, 'validate'>;
  listings: Pick<ListingStore, 'schemas' | 'find' | 'change'>;
  timeouts: ReturnType<typeof createTimeoutCounter>;
}

/** The marketplace takes a listing off the market whose schema costs too much to check. */
async function pauseSlowListing(
  { listings }: Pick<CheckInputDeps, 'listings'>,
  listingId: string,
): Promise<void> {
  const listing = await listings.find(listingId);
  if (listing?.status !== 'published') return;
  await listings.change({
    id: listing.id,
    version: listing.version,
    status: 'paused',
    pausedByMarketplace: true,
    rejectionReason: `Paused by the marketplace: checking the input against inputSchema took too long ${MAX_TIMEOUTS} times within an hour.`,
  });
}

/**
 * Checks an activation's input against the listing's `inputSchema`; on failure the seller is not
 * called and there is no order (docs/orders.md#what-is-checked-first).
 */
export async function checkInput(
  deps: CheckInputDeps,
  target: Pick<ActivationTarget, 'listingId' | 'sellerId' | 'inputSchemaHash'>,
  input: ActivationInput,
): Promise<'fits' | 'changed'> {
  const longNumber = overPrecisePath(input);
  if (longNumber !== undefined) {
    throw new Refusal('invalid_input', 'A number of the input has too many digits.', {
      details: [{ path: longNumber, message: OVER_PRECISE, keyword: 'precision' }],
    });
  }
  const { inputSchemaHash: schemaHash, listingId, sellerId } = target;
  if (schemaHash === null) return 'fits';
  const outcome = await deps.schemas.validate({
    schemaHash,
    loadSchema: async () => (await deps.listings.schemas(listingId))?.input ?? null,
    document: input,
    group: sellerId,
  });
  switch (outcome.kind) {
    case 'valid':
      return 'fits';
    case 'invalid':
      throw new Refusal('invalid_input', 'The input does not match the listing.', {
        details: outcome.details,
      });
    case 'timeout': {
      // By listing too: schemas are public, and another seller may have copied a slow one.
      const counted = `${listingId} ${schemaHash}`;
      if (deps.timeouts.add(counted)) {
        deps.timeouts.forget(counted);
        await pauseSlowListing(deps, listingId);
      }
      throw new Refusal('invalid_input', 'Checking the input took too long.', {
        details: [{ path: '', message: 'could not be checked in time', keyword: 'timeout' }],
      });
    }
    case 'busy':
      throw schemasBusy();
    case 'changed':
      return 'changed';
  }
}
