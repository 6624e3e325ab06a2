import {
  type CatalogueListing,
  type CatalogueRunContract,
  type Health,
  type HealthReport,
  type Listing as ListingBody,
  type ListingContent,
  listingStateOf,
  type Preview,
  type Provider,
  type RunContract,
  type Warning,
} from '@mkt/protocol';
import { iso, isoOrNull, presentPrice } from '../http/respond.ts';
import { schemaText } from '../market/schema-text.ts';
import type { RotatedSecret } from '../webhooks/webhook.ts';
import type { HealthSummary, Probe } from './health.ts';
import type { ListedListing, Listing, ListingWithWarnings, LongContractParts } from './listing.ts';

function presentHealth({ status, checkedAtMs, latencyMs, uptime24h }: HealthSummary): Health {
  return { status, checkedAt: isoOrNull(checkedAtMs), latencyMs, uptime24h };
}

type ShortContent = Omit<ListingContent, 'runContract'>;

function presentContent({ title, description, category, tags, price }: ShortContent) {
  return { title, description, category, tags, price: presentPrice(price) };
}

/** A listing, whether its contract was read with it or not. */
type Shown = Omit<Listing, 'content'> & { content: ShortContent };

/** The members of a listing that everyone sees; its contract is added by each view. */
function publicMembers(listing: Shown) {
  const { id, seller, slug, revision } = listing;
  return {
    id,
    seller,
    slug,
    ...presentContent(listing.content),
    revision,
    health: presentHealth(listing.health),
    quality: listing.quality,
    createdAt: iso(listing.createdAtMs),
    updatedAt: iso(listing.updatedAtMs),
    listingState: listingStateOf(listing.status),
  };
}

/** The members that its owner sees. */
function ownMembers(listing: Shown) {
  const { id, ...rest } = publicMembers(listing);
  return { id, userId: listing.accountId, ...rest };
}

/** The same with its review. */
const providerMembers = (listing: Shown) => ({
  ...ownMembers(listing),
  status: listing.status,
  reviewRejectionReason: listing.rejectionReason,
  reviewChecks: listing.reviewChecks,
  slowInputs: listing.slowInputs,
});

const runContractOf = ({ content: { runContract } }: Listing) => ({ runContract });

export const presentListing = (listing: Listing): ListingBody => ({
  ...ownMembers(listing),
  ...runContractOf(listing),
});

/** The view of buyers: without the owner and the addresses of the service. */
export function presentCatalogueListing(listing: Listing): CatalogueListing {
  const {
    endpointPath: _call,
    healthEndpoint: _health,
    ...runContract
  } = listing.content.runContract;
  return { ...publicMembers(listing), runContract };
}

export const presentProvider = (listing: Listing): Provider => ({
  ...providerMembers(listing),
  ...runContractOf(listing),
});

export const changedListing = ({ listing, warnings }: ListingWithWarnings): ListingBody => ({
  ...presentListing(listing),
  warnings,
});

export const changedProvider = ({ listing, warnings }: ListingWithWarnings): Provider => ({
  ...presentProvider(listing),
  warnings,
});

export function presentPreview(preview: {
  slug: string;
  content: ListingContent;
  warnings: Warning[];
  checks: Preview['checks'];
  publishable: boolean;
}): Preview {
  const { slug, content, warnings, checks, publishable } = preview;
  const listing = { slug, ...presentContent(content), runContract: content.runContract };
  return { valid: true, publishable, listing, warnings, checks };
}

export function presentHealthReport(summary: HealthSummary, history: Probe[]): HealthReport {
  return {
    ...presentHealth(summary),
    history: history.map(({ checkedAtMs, healthy, statusCode, latencyMs }) => ({
      checkedAt: iso(checkedAtMs),
      healthy,
      statusCode,
      latencyMs,
    })),
  };
}

/** The JSON text of an object with more members, each of which is already JSON text. */
function withMembers(object: object, members: Record<string, string | null>): string {
  const more = Object.entries(members).map(([name, text]) =>
    text === null ? '' : `,${JSON.stringify(name)}:${text}`,
  );
  return `${JSON.stringify(object).slice(0, -1)}${more.join('')}}`;
}

const textOrNull = (schema: object | undefined) =>
  schema === undefined ? null : schemaText(schema);

/** A single record as JSON text, with its schemas as the seller wrote them. */
export function recordText({
  runContract: { inputSchema, outputSchema, ...contract },
  ...record
}: {
  runContract: RunContract | CatalogueRunContract;
}): string {
  const schemas = { inputSchema: textOrNull(inputSchema), outputSchema: textOrNull(outputSchema) };
  return withMembers(record, { runContract: withMembers(contract, schemas) });
}

export const previewText = ({ listing, ...preview }: Preview): string =>
  withMembers(preview, { listing: recordText(listing) });

/**
 * Schemas are stored as JSON text and inserted as they are: none is parsed and serialized again.
 */
function contractText(short: { method: string }, longParts: LongContractParts): string {
  const example = (text: string | null) => (text === null ? null : JSON.stringify(text));
  return withMembers(short, {
    inputSchema: longParts.inputSchemaJson,
    outputSchema: longParts.outputSchemaJson,
    requestExampleJson: example(longParts.requestExampleJson),
    responseExampleJson: example(longParts.responseExampleJson),
  });
}

/** A listing in a list of the catalogue: a summary, or the full record if the contract was read. */
export function catalogueText(listing: ListedListing): string {
  const { method, hasInputSchema, hasOutputSchema, longParts } = listing.contract;
  const runContract = longParts
    ? contractText({ method }, longParts)
    : JSON.stringify({ method, hasInputSchema, hasOutputSchema });
  return withMembers(publicMembers(listing), { runContract });
}

function ownText(members: object, { contract }: ListedListing): string {
  const { method, endpointPath, healthEndpoint, longParts } = contract;
  if (!longParts) throw new TypeError("The contract of the caller's own listing was not read.");
  const short = { method, endpointPath, healthEndpoint: healthEndpoint ?? undefined };
  return withMembers(members, { runContract: contractText(short, longParts) });
}

/** One of the caller's own listings as JSON text. */
export const listingText = (listing: ListedListing) => ownText(ownMembers(listing), listing);

/** The same with its review, as the seller's half of the API has it. */
export const providerText = (listing: ListedListing) => ownText(providerMembers(listing), listing);

const secretFields = (secret: RotatedSecret) => ({
  secret: secret.current,
  createdAt: iso(secret.createdAtMs),
  previousExpiresAt: isoOrNull(secret.previousExpiresAtMs),
});

export const presentWebhookSecret = (secret: RotatedSecret) => ({
  status: 200 as const,
  json: secretFields(secret),
});

export const presentSigningSecret = ({
  slug,
  secrets,
}: {
  slug: string;
  secrets: RotatedSecret;
}) => ({
  status: 200 as const,
  json: { slug, ...secretFields(secrets) },
});
