import {
  type FieldChange,
  type Finding,
  fromMicros,
  type ListingContent,
  listingStateOf,
  type HistoryActor as NamedActor,
  type ProviderStatus,
  type Verdict,
} from '@mkt/protocol';
import { findPublishedListing } from '../catalogue/search.ts';
import type { Actor, Caller, Reader } from '../market/caller.ts';
import { HISTORY_LIMITS } from '../market/limits.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { ContractComparison } from '../schemas/validation.ts';
import type { App } from '../server/context.ts';
import { type Listing, ownListing } from './listing.ts';

/** Who changes a listing; the marketplace itself reviews listings. */
export type HistoryActor = Actor | { kind: 'marketplace' };

/** What the history says about a change to content. */
export interface RecordedEdit extends ContractComparison {
  changes: FieldChange[];
}

export interface ContentEdit extends RecordedEdit {
  content: ListingContent;
  /** The run contract or the price changed: increments the revision. */
  revised: boolean;
}

/** What the history stores about one change to a listing. */
interface HistoryRecord {
  revision: number;
  changes: FieldChange[];
  verdict: Verdict;
  findings: Finding[];
  /** Whether buyers may read it: the listing has been published, with this change or before. */
  isPublic: boolean;
}

/** An entry as lists return it, with parts that stay the JSON text that is stored. */
export interface ListedHistoryEntry {
  listingId: string;
  /** Numbers the entries of a listing without gaps. */
  number: number;
  revision: number;
  atMs: number;
  actor: NamedActor;
  verdict: Verdict;
  /** Changes of fields that buyers see. */
  changesJson: string;
  /** Changes of fields that only the owner sees. */
  ownChangesJson: string;
  findingsJson: string;
}

export interface HistoryFilter {
  listingId: string;
  /** Only entries that buyers may read. */
  publicOnly: boolean;
}

const { valueLength: MAX_VALUE } = HISTORY_LIMITS;
const MAX_POINTER = 500;
const MAX_MESSAGE = 500;

const FIELDS: readonly [path: string, read: (content: ListingContent) => unknown][] = [
  ['/title', ({ title }) => title],
  ['/description', ({ description }) => description],
  ['/category', ({ category }) => category],
  ['/tags', ({ tags }) => tags],
  ['/price/amount', ({ price }) => fromMicros(price.amountMicros)],
  ['/price/unit', ({ price }) => price.unit],
  ['/price/currency', ({ price }) => price.currency],
  ['/runContract/method', ({ runContract }) => runContract.method],
  ['/runContract/endpointPath', ({ runContract }) => runContract.endpointPath],
  ['/runContract/healthEndpoint', ({ runContract }) => runContract.healthEndpoint],
  ['/runContract/inputSchema', ({ runContract }) => runContract.inputSchema],
  ['/runContract/outputSchema', ({ runContract }) => runContract.outputSchema],
  ['/runContract/requestExampleJson', ({ runContract }) => runContract.requestExampleJson],
  ['/runContract/responseExampleJson', ({ runContract }) => runContract.responseExampleJson],
];

const OWN_FIELDS: ReadonlySet<string> = new Set([
  '/runContract/endpointPath',
  '/runContract/healthEndpoint',
]);

/** Whether buyers see the field (docs/buy/catalogue.md#the-catalogue). */
export const isShownToBuyers = ({ path }: Pick<FieldChange, 'path'>): boolean =>
  !OWN_FIELDS.has(path);

/** The beginning of a value that is too long: of a text as it is, of anything else as JSON. */
function shortened(value: unknown, json: string): unknown {
  if (json.length <= MAX_VALUE) return value;
  const text = typeof value === 'string' ? value : json;
  return text.slice(0, MAX_VALUE).toWellFormed();
}

/** The change to one field; `undefined` if there is none. */
function fieldChange(path: string, from: unknown, to: unknown): FieldChange | undefined {
  if (from === to) return undefined;
  const fromJson = JSON.stringify(from);
  const toJson = JSON.stringify(to);
  if (fromJson === toJson) return undefined;
  const long = [
    ...(fromJson.length > MAX_VALUE ? ['from' as const] : []),
    ...(toJson.length > MAX_VALUE ? ['to' as const] : []),
  ];
  return {
    path,
    from: shortened(from, fromJson),
    to: shortened(to, toJson),
    ...(long.length > 0 ? { shortened: long } : {}),
  };
}

/** The fields that differ; all that have a value if there was no content before. */
export function contentChanges(
  before: ListingContent | undefined,
  after: ListingContent,
): FieldChange[] {
  return FIELDS.flatMap(
    ([path, read]) =>
      fieldChange(path, (before && read(before)) ?? null, read(after) ?? null) ?? [],
  );
}

/** The pointer, cut to what fits: it then leads to a parent of the difference. */
function shortPointer(path: string): string {
  if (path.length <= MAX_POINTER) return path;
  return path.slice(0, path.lastIndexOf('/', MAX_POINTER));
}

/** The findings at a size that the history stores: names in a schema may be as long as the schema. */
const shortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.map(({ path, severity, message }) => ({
    path: shortPointer(path),
    severity,
    message: message.slice(0, MAX_MESSAGE).toWellFormed(),
  }));

/** The part of a listing that its entries are about. */
export type RecordedListing = Pick<Listing, 'id' | 'status' | 'revision' | 'publishedAtMs'>;

/** A new listing has nothing to be compared with. */
export const firstContent = (content: ListingContent): RecordedEdit => ({
  changes: contentChanges(undefined, content),
  verdict: 'same',
  findings: [],
});

/**
 * What the history stores about a change; `undefined` if it concerns no field of the listing, such
 * as a submission, after which it is still a draft to buyers.
 *
 * @param from the status before; undefined if the listing is new
 */
export function historyRecord(
  from: ProviderStatus | undefined,
  after: RecordedListing,
  edit: RecordedEdit | undefined,
): HistoryRecord | undefined {
  const state = fieldChange(
    '/listingState',
    from === undefined ? null : listingStateOf(from),
    listingStateOf(after.status),
  );
  const changes = [...(edit?.changes ?? []), ...(state ? [state] : [])];
  if (changes.length === 0) return undefined;
  return {
    revision: after.revision,
    changes,
    verdict: edit?.verdict ?? 'same',
    findings: shortFindings(edit?.findings ?? []),
    isPublic: after.publishedAtMs !== null,
  };
}

/** The changes to one of the caller's listings. */
export async function listHistory(
  app: App,
  caller: Caller,
  ref: string,
  page: BoundedPageRequest,
  reader: Reader,
): Promise<PageItems<ListedHistoryEntry>> {
  const { id: listingId } = await ownListing(app, caller, ref);
  const filter = { listingId, publicOnly: false };
  return app.store.history.list(filter, page, reader);
}

/** The changes to a listing since it was published, for buyers. */
export async function listPublishedHistory(
  app: App,
  ref: string,
  page: BoundedPageRequest,
  reader: Reader,
): Promise<PageItems<ListedHistoryEntry>> {
  const { id: listingId } = await findPublishedListing(app, ref, reader);
  const filter = { listingId, publicOnly: true };
  return app.store.history.list(filter, page, reader);
}
