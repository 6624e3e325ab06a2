import { LIMITS, OVER_PRECISE, overPrecisePath } from '@mkt/protocol';
import { createBoundedMap } from '../concurrency/bounded-map.ts';
import type { ActivationInput, ActivationTarget } from '../domain/activation.ts';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { schemasBusy, type SchemaValidation } from '../domain/schema-validation.ts';
import type { ListingStore } from '../domain/store.ts';

const MAX_COUNTED = 10_000;

/** Counts validation timeouts by listing and schema. */
export function createTimeoutCounter({ monotonic }: Pick<Clock, 'monotonic'>) {
  const strikes = createBoundedMap<number[]>({ max: MAX_COUNTED });
  return {
    /** Counts a timeout; returns whether it is the third within an hour. */
    add(counted: string): boolean {
      const nowMs = monotonic();
      const recent = (strikes.get(counted) ?? []).filter(
        (atMs) => nowMs - atMs < LIMITS.inputTimeoutsMs,
      );
      recent.push(nowMs);
      strikes.set(counted, recent);
      return recent.length >= LIMITS.inputTimeouts;
    },
    forget: (counted: string) => strikes.delete(counted),
  };
}

export interface CheckInputDeps {
  schemas: Pick<SchemaValidation, 'validate'>;
  listings: Pick<ListingStore, 'schemas' | 'find' | 'change'>;
  timeouts: ReturnType<typeof createTimeoutCounter>;
}

/** Pauses a listing whose schema takes too long to validate inputs. */
async function pauseSlowListing(
  { listings }: Pick<CheckInputDeps, 'listings'>,
  listingId: string,
): Promise<void> {
  const listing = await listings.find(listingId);
  if (listing?.status !== 'published') return;
  await listings.change({
    id: listing.id,
    version: listing.version,
    actor: { kind: 'marketplace' },
    status: 'paused',
    pausedByMarketplace: true,
    rejectionReason: `Paused by the marketplace: checking the input against inputSchema took too long ${LIMITS.inputTimeouts} times within an hour. Simplify inputSchema (fewer alternatives and references), then resume the listing.`,
  });
}

/**
 * Validates the input of an activation against the listing's `inputSchema`. If it is invalid, the
 * seller is not called and there is no order (docs/orders.md#what-is-checked-first).
 */
export async function checkInput(
  deps: CheckInputDeps,
  target: Pick<ActivationTarget, 'listingId' | 'sellerId' | 'inputSchemaHash'>,
  input: ActivationInput,
): Promise<'fits' | 'changed'> {
  const longNumber = overPrecisePath(input);
  if (longNumber !== undefined) {
    throw new Refusal('invalid_input', 'A number in the input has too many digits.', {
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
      throw new Refusal('invalid_input', "The input does not match the listing's inputSchema.", {
        details: outcome.details,
      });
    case 'timeout': {
      // Counted per listing as well, because schemas are public: another seller may have copied a
      // slow one.
      const counted = `${listingId} ${schemaHash}`;
      if (deps.timeouts.add(counted)) {
        deps.timeouts.forget(counted);
        await pauseSlowListing(deps, listingId);
      }
      throw new Refusal(
        'invalid_input',
        'Checking the input took too long. The seller was not called. Try a smaller input.',
        {
          details: [{ path: '', message: 'could not be checked in time', keyword: 'timeout' }],
        },
      );
    }
    case 'busy':
      throw schemasBusy();
    case 'changed':
      return 'changed';
  }
}
