import { isDeepStrictEqual } from 'node:util';
import type { PreviewListing, Provider, UpdateListingRequest } from '@mkt/protocol';

export type Field = 'title' | 'description' | 'category' | 'tags' | 'price' | 'runContract';

/** A field whose value in the service's contract differs from the listing. */
export interface Difference {
  field: Field;
  from: unknown;
  to: unknown;
}

const FIELDS = Object.keys({
  title: true,
  description: true,
  category: true,
  tags: true,
  price: true,
  runContract: true,
} satisfies Record<Field, true>) as Field[];

/** The fields that an update would change. The order of members in an object does not count. */
export function differencesOf(current: Provider, wanted: PreviewListing): Difference[] {
  return FIELDS.filter((field) => !isDeepStrictEqual(current[field], wanted[field])).map(
    (field) => ({ field, from: current[field], to: wanted[field] }),
  );
}

/**
 * The update that makes the listing match the service. The marketplace merges a run contract into the
 * stored one, so members that the service no longer has are sent as null.
 */
export function updateOf(differences: readonly Difference[]): UpdateListingRequest {
  // Each field comes from a PreviewListing, whose fields have these types.
  return Object.fromEntries(
    differences.map(({ field, from, to }) => [
      field,
      field === 'runContract' ? { ...absentMembers(from as object), ...(to as object) } : to,
    ]),
  ) as UpdateListingRequest;
}

const absentMembers = (contract: object) =>
  Object.fromEntries(Object.keys(contract).map((name) => [name, null]));
