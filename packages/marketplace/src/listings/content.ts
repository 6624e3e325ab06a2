import {
  normaliseLine,
  normaliseTags,
  normaliseText,
  readSchemas,
  type SchemaValidator,
  urlProblems,
} from '@mkt/conformance';
import {
  DEFAULT_CURRENCY,
  DEFAULT_UNIT,
  InexactNumber,
  isObject,
  type ListingContent,
  type PriceInMicros,
  type PriceInput,
  type ProviderStatus,
  type RunContract,
  type RunContractChange,
  type RunContractInput,
  toMicros,
  type UpdateListingRequest,
  type Warning,
} from '@mkt/protocol';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { type Listing, nextStep, requestedStatus } from './listing.ts';

/** What a change to content must pass before it is saved. */
type UpdateGate = 'nothing' | 'content-check' | 'full-review' | 'resubmit';

export interface UpdatePlan {
  content: ListingContent;
  contentChanged: boolean;
  /** The run contract or the price changes, which increments the revision. */
  revised: boolean;
  status: ProviderStatus | undefined;
  gate: UpdateGate;
}

export const FREE_OF_CHARGE: PriceInMicros = {
  amountMicros: 0,
  currency: DEFAULT_CURRENCY,
  unit: DEFAULT_UNIT,
};

/** The base price with the given fields replaced. Refuses an amount that is not valid. */
export function priceFrom(
  input: PriceInput | null | undefined,
  base: PriceInMicros,
): PriceInMicros {
  const amountMicros = input?.amount === undefined ? base.amountMicros : toMicros(input.amount);
  if (amountMicros === undefined) {
    throw new Refusal('invalid_request', 'The price is not valid.', {
      details: [
        { path: '/price/amount', message: 'must have at most 6 decimals', keyword: 'price' },
      ],
    });
  }
  return {
    amountMicros,
    currency: (input?.currency ?? base.currency).toUpperCase(),
    unit: input?.unit === undefined ? base.unit : visibleLine(input.unit, '/price/unit'),
  };
}

/** Removes members that are null, which is how a request leaves one out. */
export function runContractFrom(input: RunContractInput): RunContract {
  const { method, endpointPath } = input;
  const optional = Object.entries(input).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { ...Object.fromEntries(optional), method, endpointPath };
}

/** The stored run contract with the members of a PATCH replaced; `null` removes one. */
export function mergedRunContract(current: RunContract, change: RunContractChange): RunContract {
  return runContractFrom({ ...current, ...change });
}

/**
 * Whether a PATCH changes the run contract, so that the form of its schemas and URLs has to be
 * checked first.
 */
export function changesRunContract(current: RunContract, change: RunContractChange): boolean {
  return !isSameJson(current, mergedRunContract(current, change));
}

const namesOf = (value: object) =>
  Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : name));

/**
 * Whether two JSON values are equal, regardless of the order of members. It ends at the first difference:
 * a change may be much larger than what is stored.
 */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => isSameJson(item, b[at]));
  }
  if (a instanceof InexactNumber) return b instanceof InexactNumber && a.text === b.text;
  if (!isObject(a) || !isObject(b)) return false;
  const names = namesOf(a);
  return (
    names.length === namesOf(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  );
}

export const isSameContract = (a: ListingContent, b: ListingContent): boolean =>
  isSameJson(a.runContract, b.runContract);

/** Member by member: a member that a patch leaves alone is the same object in both. */
function isSameContent(a: ListingContent, b: ListingContent): boolean {
  const names = Object.keys(a) as (keyof ListingContent)[];
  return names.every((name) => isSameJson(a[name], b[name]));
}

function isSameCall(a: RunContract, b: RunContract): boolean {
  return a === b || isSameJson(withoutExamples(a), withoutExamples(b));
}

function visibleLine(text: string, path: string): string {
  const line = normaliseLine(text);
  if (line !== '') return line;
  throw new Refusal('invalid_request', 'The body has invalid fields.', {
    details: [{ path, message: 'must contain at least one visible character', keyword: 'text' }],
  });
}

/** How a seller's texts are stored; null for those that a listing does not have. */
const TEXTS = {
  title: (title: string) => visibleLine(title, '/title'),
  description: (text: string) => normaliseText(text) || null,
  category: (category: string) => visibleLine(category, '/category'),
  tags: (tags: readonly string[]) => normaliseTags(tags),
} satisfies { [Name in keyof ListingContent]?: (given: never) => ListingContent[Name] };

type TextName = keyof typeof TEXTS;
type Texts = Pick<ListingContent, TextName>;

/** The texts of a request, and the current ones for those that it does not give. */
export function textsOf(
  request: { [Name in TextName]?: ListingContent[Name] | undefined },
  current?: Texts,
): Texts {
  const texts: Partial<Record<TextName, unknown>> = {};
  for (const name of Object.keys(TEXTS) as TextName[]) {
    const given = request[name];
    const normalise = TEXTS[name] as (given: unknown) => unknown;
    if (given === undefined) texts[name] = current?.[name] ?? null;
    else texts[name] = given === null ? null : normalise(given);
  }
  return texts as Texts;
}

const patched = (current: ListingContent, patch: UpdateListingRequest): ListingContent => ({
  ...textsOf(patch, current),
  price: patch.price === undefined ? current.price : priceFrom(patch.price, current.price),
  runContract:
    patch.runContract === undefined
      ? current.runContract
      : mergedRunContract(current.runContract, patch.runContract),
});

const EXAMPLES = ['requestExampleJson', 'responseExampleJson'] as const;

function withoutExamples(contract: RunContract): Partial<RunContract> {
  const rest: Partial<RunContract> = { ...contract };
  for (const name of EXAMPLES) delete rest[name];
  return rest;
}

function gateFor(listing: Listing, next: ListingContent): UpdateGate {
  const { content, status } = listing;
  // A running review reads the listing again before it publishes it.
  if (status === 'draft' || status === 'pending_review') return 'nothing';
  if (status === 'flagged') return 'resubmit';
  if (!isSameCall(content.runContract, next.runContract)) return 'full-review';
  // The price itself is not read by the content check, and the contract only in its examples.
  const words = ({ price, runContract, ...texts }: ListingContent) => [
    texts,
    price.unit,
    ...EXAMPLES.map((name) => runContract[name] ?? null),
  ];
  return isSameJson(words(content), words(next)) ? 'nothing' : 'content-check';
}

/**
 * Works out what a PATCH does to a listing: its new state, its new content, and what it must pass
 * first (docs/sell/listings.md#changes). Refuses a change that its status does not allow.
 */
export function planUpdate(listing: Listing, patch: UpdateListingRequest): UpdatePlan {
  const status =
    patch.listingState === undefined ? undefined : requestedStatus(listing, patch.listingState);
  const content = patched(listing.content, patch);
  const contentChanged = !isSameContent(listing.content, content);
  if (listing.status === 'pending_review' && !isSameContract(listing.content, content)) {
    throw new Refusal(
      'review_in_progress',
      `The listing is under review (pending_review), and its run contract cannot be changed until the review ends. ${nextStep(listing)}`,
      { listingStatus: listing.status },
    );
  }
  if (contentChanged && listing.status === 'archived') {
    throw new Refusal(
      'listing_archived',
      `A listing that is archived cannot be changed. ${nextStep(listing)}`,
      { listingStatus: listing.status },
    );
  }
  const resumesAfterMarketplacePause = status === 'published' && listing.pausedByMarketplace;
  const gate = contentChanged ? gateFor(listing, content) : 'nothing';
  return {
    content,
    contentChanged,
    revised:
      !isSameContract(listing.content, content) ||
      !isSameJson(listing.content.price, content.price),
    status,
    gate: resumesAfterMarketplacePause ? 'full-review' : gate,
  };
}

/**
 * Refuses a contract in a request whose URLs or schemas have an invalid form, and returns the
 * warnings about its schemas. `group` is the account that the time is charged to.
 */
export async function checkRunContract(
  app: App,
  contract: RunContract,
  group: string,
): Promise<Warning[]> {
  const path = '/runContract';
  const urls = urlProblems(contract, app.urlPolicy, path);
  const [first] = urls;
  if (first) {
    throw new Refusal('url_not_allowed', `${first.path.slice(1)} ${first.message}.`, {
      details: urls,
    });
  }
  const { details, warnings } = await readSchemas(contract, inspecting(app, group), path);
  if (details.length > 0) {
    throw new Refusal('invalid_schema', 'inputSchema or outputSchema was not accepted.', {
      details,
    });
  }
  return warnings;
}

/** Inspects schemas on behalf of one account. */
export const inspecting = (
  { schemas }: Pick<App, 'schemas'>,
  group: string,
): Pick<SchemaValidator, 'inspect'> => ({
  inspect: (schema, context) => schemas.inspect(schema, { ...context, group }),
});
