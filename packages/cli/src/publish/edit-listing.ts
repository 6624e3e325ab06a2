import { isDeepStrictEqual } from 'node:util';
import { isObject, type Listing, type UpdateListingRequest } from '@mkt/protocol';
import { validate } from '@mkt/protocol/validate';
import { CliError } from '../errors/cli-error.ts';

/** The fields of a listing that its seller writes. */
export type Content = Pick<
  Listing,
  'title' | 'description' | 'category' | 'tags' | 'price' | 'runContract'
>;

export interface FieldEdit {
  /** `title`, `price` or a member of the contract, such as `runContract.inputSchema`. */
  name: string;
  from: unknown;
  to: unknown;
}

/** A change that is not sent yet. */
export interface ListingEdit {
  update: UpdateListingRequest;
  before: Content;
  after: Content;
  /** Empty if nothing would change. */
  changes: FieldEdit[];
}

const TEXTS = ['title', 'description', 'category', 'tags', 'price'] as const;
const CLEARABLE = ['description', 'category', 'tags'] as const;

export const contentOf = (listing: Content): Content => {
  const { title, description, category, tags, price, runContract } = listing;
  return { title, description, category, tags, price, runContract };
};

/**
 * The update in which what an edited document no longer has is `null`, which removes it. Otherwise
 * what a document leaves out stays as it is.
 */
export function withRemovals(document: unknown, before: Content): unknown {
  if (!isObject(document)) return document;
  const removed = CLEARABLE.filter((name) => !Object.hasOwn(document, name));
  const { runContract } = document;
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...document,
    ...(isObject(runContract)
      ? { runContract: { ...nulls(before.runContract), ...runContract } }
      : {}),
  };
}

const nulls = (members: object) =>
  Object.fromEntries(Object.keys(members).map((name) => [name, null]));

/** What a document changes. `source` names it in errors. */
export function listingEdit(document: unknown, listing: Listing, source: string): ListingEdit {
  const checked = validate('UpdateListingRequest', document);
  if (!checked.ok) {
    throw new CliError('invalid_usage', `${source} cannot be the content of a listing.`, {
      details: checked.details,
    });
  }
  const { value } = checked;
  if (value.listingState !== undefined && value.listingState !== listing.listingState) {
    throw new CliError('invalid_usage', 'mkt listings edit does not change the state.', {
      next: `Use mkt listings pause, resume or archive, as in: mkt listings pause ${listing.slug}`,
    });
  }
  const before = contentOf(listing);
  const after = merged(before, value);
  const changes = changesOf(before, after);
  return { before, after, changes, update: updateOf(value, changes) };
}

/** As the marketplace merges it: contract and price one level deep, and `null` removes. */
function merged(before: Content, update: UpdateListingRequest): Content {
  const given = Object.fromEntries(
    TEXTS.flatMap((name) => (update[name] === undefined ? [] : [[name, update[name]]])),
  );
  const contract = { ...before.runContract, ...update.runContract };
  // The schema of an update has checked the shapes of the fields.
  return {
    ...before,
    ...given,
    price: { ...before.price, ...update.price },
    runContract: Object.fromEntries(Object.entries(contract).filter(([, value]) => value !== null)),
  } as unknown as Content;
}

export function changesOf(before: Content, after: Content): FieldEdit[] {
  const [old, now] = [before.runContract, after.runContract] as unknown as Record<
    string,
    unknown
  >[];
  const members = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return [
    ...TEXTS.map((name) => ({ name, from: before[name], to: after[name] })),
    ...members.map((name) => ({
      name: `runContract.${name}`,
      from: old?.[name] ?? null,
      to: now?.[name] ?? null,
    })),
  ].filter(({ from, to }) => !isDeepStrictEqual(from, to));
}

/** The fields that change, as they were given; a contract with all its given members. */
function updateOf(given: UpdateListingRequest, changes: readonly FieldEdit[]) {
  const names = new Set(changes.map(({ name }) => name.split('.')[0]));
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => names.has(name)),
  ) as UpdateListingRequest;
}
