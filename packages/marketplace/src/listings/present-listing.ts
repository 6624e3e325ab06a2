import {
  fromMicros,
  listingStateOf,
  type CatalogueListing,
  type Health,
  type HealthReport,
  type Listing as ListingBody,
  type ListingContent,
  type Preview,
  type Price,
  type PriceInMicros,
  type Provider,
  type Warning,
} from '@mkt/protocol';
import type { HealthSummary, Probe } from './health-domain-health.ts';
import type { Listing, ListingWithWarnings } from './listing.ts';
import { iso, isoOrNull } from '../http/response.ts';

export function presentPrice(price: PriceInMicros): Price {
  return { amount: fromMicros(price.amountMicros), unit: price.unit, currency: price.currency };
}

export function presentHealth({
  status,
  checkedAtMs,
  latencyMs,
  uptime24h,
}: HealthSummary): Health {
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
