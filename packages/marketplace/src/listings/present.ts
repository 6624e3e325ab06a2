import {
  type CatalogueListing,
  type CatalogueRunContract,
  type CatalogueSummary,
  fromMicros,
  type Health,
  type HealthReport,
  type Listing as ListingBody,
  type ListingContent,
  listingStateOf,
  type Preview,
  type Price,
  type PriceInMicros,
  type Provider,
  type RunContract,
  type Warning,
} from '@mkt/protocol';
import { iso, isoOrNull } from '../http/respond.ts';
import { schemaText } from '../market/schema-text.ts';
import type { RotatedSecret } from '../webhooks/webhook.ts';
import type { HealthSummary, Probe } from './health.ts';
import type { ListedListing, Listing, ListingWithWarnings, LongContractParts } from './listing.ts';

export function presentPrice(price: PriceInMicros): Price {
  return { amount: fromMicros(price.amountMicros), unit: price.unit, currency: price.currency };
}

function presentHealth({ status, checkedAtMs, latencyMs, uptime24h }: HealthSummary): Health {
  return { status, checkedAt: isoOrNull(checkedAtMs), latencyMs, uptime24h };
}

function presentContent({
  title,
  description,
  category,
  tags,
  price,
  runContract,
}: ListingContent) {
  return { title, description, category, tags, price: presentPrice(price), runContract };
}

function presentCommon(listing: Listing) {
  const { id, accountId: userId, seller, slug, revision } = listing;
  return {
    id,
    userId,
    seller,
    slug,
    ...presentContent(listing.content),
    revision,
    health: presentHealth(listing.health),
    quality: listing.quality,
    createdAt: iso(listing.createdAtMs),
    updatedAt: iso(listing.updatedAtMs),
  };
}

export function presentListing(listing: Listing): ListingBody {
  return { ...presentCommon(listing), listingState: listingStateOf(listing.status) };
}

/** The view of buyers: without the owner and the addresses of the service. */
export function presentCatalogueListing(listing: Listing): CatalogueListing {
  const { userId: _owner, ...shown } = presentListing(listing);
  const { endpointPath: _call, healthEndpoint: _health, ...runContract } = shown.runContract;
  return { ...shown, runContract };
}

export function presentProvider(listing: Listing): Provider {
  return {
    ...presentListing(listing),
    status: listing.status,
    reviewRejectionReason: listing.rejectionReason,
    reviewChecks: listing.reviewChecks,
    slowInputs: listing.slowInputs,
  };
}

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
  const listing = { slug, ...presentContent(content) };
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

type Common = Omit<CatalogueSummary, 'runContract'>;

function presentListed(listing: ListedListing): Common {
  const { id, seller, slug, content, revision, status } = listing;
  const { title, description, category, tags } = content;
  return {
    id,
    seller,
    slug,
    title,
    description,
    category,
    tags,
    price: presentPrice(content.price),
    revision,
    health: presentHealth(listing.health),
    quality: listing.quality,
    createdAt: iso(listing.createdAtMs),
    updatedAt: iso(listing.updatedAtMs),
    listingState: listingStateOf(status),
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
  return withMembers(presentListed(listing), { runContract });
}

type OwnRecord = Omit<ListingBody, 'runContract' | 'warnings'> & Partial<Provider>;

function ownText(listing: ListedListing, more: Partial<Provider>): string {
  const { method, endpointPath, healthEndpoint, longParts } = listing.contract;
  if (!longParts) throw new TypeError("The contract of the caller's own listing was not read.");
  const short = { method, endpointPath, healthEndpoint: healthEndpoint ?? undefined };
  const record: OwnRecord = { ...presentListed(listing), userId: listing.accountId, ...more };
  return withMembers(record, { runContract: contractText(short, longParts) });
}

/** One of the caller's own listings as JSON text. */
export const listingText = (listing: ListedListing) => ownText(listing, {});

/** One of the caller's own providers as JSON text. */
export const providerText = (listing: ListedListing) =>
  ownText(listing, {
    status: listing.status,
    reviewRejectionReason: listing.rejectionReason,
    reviewChecks: listing.reviewChecks,
    slowInputs: listing.slowInputs,
  });

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
