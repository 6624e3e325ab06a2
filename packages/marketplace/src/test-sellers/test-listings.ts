import {
  ConflictError,
  createClient,
  NotFoundError,
  type Client,
  type Provider,
  type UpdateListingRequest,
} from '@mkt/client';
import type { Clock } from '../market/outside.ts';
import { serveFetch, type FetchServer, type FetchService } from './fetch-server.ts';
import { forSale } from './publish.ts';
import { providerAt, scriptedService } from './scripted-service.ts';
import { contractOf, scriptOf, TEST_LISTINGS } from './test-listings-test-sellers-test-listings.ts';

export interface SeedOptions {
  /** The marketplace, at an address of this machine. */
  baseUrl: string;
  /** The account that sells. */
  apiKey: string;
  clock: Pick<Clock, 'now' | 'after'>;
  /** Resolves when reviews may have ended. */
  reviewed(): Promise<void>;
}

export interface Seeds {
  /** The slugs that are for sale. */
  slugs: string[];
  /** Sentences about those that are not. */
  problems: string[];
  close(): Promise<void>;
}

/** The listing of this slug, if the account has it. */
async function earlier(client: Client, slug: string): Promise<Provider | undefined> {
  try {
    return await client.providers.get(slug);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** The port of an earlier start, so that the listings need no change. */
function earlierPort(providers: readonly (Provider | undefined)[]): number {
  const endpoint = providers.find((each) => each)?.runContract.endpointPath;
  return endpoint !== undefined && URL.canParse(endpoint) ? Number(new URL(endpoint).port) : 0;
}

async function serveAt(service: FetchService, port: number): Promise<FetchServer> {
  try {
    return await serveFetch(service, port);
  } catch (error) {
    if (port === 0) throw error;
    return serveFetch(service);
  }
}

/** Imports a listing, or makes an earlier one call this server; resolves when it is for sale. */
async function publish(
  { client, reviewed }: { client: Client; reviewed(): Promise<void> },
  { listing, found, url }: { listing: (typeof TEST_LISTINGS)[number]; found: Provider | undefined; url: string },
) {
  const address = `${url}/${listing.slug}`;
  if (!found) {
    const created = await client.listings.importFromService(address, { slug: listing.slug });
    return forSale({ client, reviewed }, created);
  }
  // A start that was interrupted may have left the review undone.
  if (found.status === 'pending_review') await reviewed();
  const content = providerAt(address, contractOf(listing)) as UpdateListingRequest;
  await client.listings.update(found.id, content);
  return forSale({ client, reviewed }, found);
}

/**
 * Puts the test listings up for sale as any seller would: they are imported, reviewed, and called
 * with signed requests. Started again, it changes them instead. A listing that cannot be sold is
 * reported, because data that a developer has changed must not keep the marketplace from starting.
 */
export async function seedTestListings({
  baseUrl,
  apiKey,
  clock,
  reviewed,
}: SeedOptions): Promise<Seeds> {
  const client = createClient({ baseUrl, apiKey });
  const secrets = new Map<string, string>();
  const services = new Map(
    TEST_LISTINGS.map((listing) => {
      const service = scriptedService({
        contract: contractOf(listing),
        basePath: `/${listing.slug}`,
        script: () => scriptOf(listing),
        followsInstructions: true,
        secrets: () => secrets.get(listing.slug),
        clock,
      });
      return [listing.slug, service];
    }),
  );
  const notFound = new Response(null, { status: 404 });
  const router: FetchService = {
    fetch(request) {
      const [, slug = ''] = new URL(request.url).pathname.split('/');
      return services.get(slug)?.fetch(request) ?? notFound.clone();
    },
  };
  const found = await Promise.all(TEST_LISTINGS.map(({ slug }) => earlier(client, slug)));
  const server = await serveAt(router, earlierPort(found));
  const slugs: string[] = [];
  const problems: string[] = [];
  await Promise.all(
    TEST_LISTINGS.map(async (listing, index) => {
      const { slug } = listing;
      try {
        const each = { listing, found: found[index], url: server.url };
        const { provider, signingSecret } = await publish({ client, reviewed }, each);
        secrets.set(slug, signingSecret);
        if (provider.status === 'published') slugs.push(slug);
        else problems.push(`${slug} is ${provider.status}.`);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const isTaken = error instanceof ConflictError && found[index] === undefined;
        problems.push(
          isTaken ? `Another account has the slug ${slug}.` : `${slug} cannot be sold: ${message}`,
        );
      }
    }),
  );
  return { slugs: slugs.toSorted(), problems: problems.toSorted(), close: () => server.close() };
}
