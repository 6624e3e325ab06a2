import type { Client, CreateListingRequest } from '@mkt/client';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { serveFetch, type FetchServer, type FetchService } from '../test-sellers/fetch-server.ts';
import { forSale } from '../test-sellers/test-listings.ts';

const SECRET_BYTES = 32;

/** A service that is made with the secret by which it recognises calls of the marketplace. */
export type MakeService = (options: { signingSecret: string }) => FetchService;

/**
 * What can be published: a service with `fetch`, such as one of the seller kit or a Hono app; a
 * function that makes one; the address of a running service; or a listing's fields.
 */
export type Publishable = FetchService | MakeService | string | URL | CreateListingRequest;

/** A listing that is for sale. */
export interface PublishedService extends AsyncDisposable {
  id: string;
  slug: string;
  /** Signs the calls to the service. */
  signingSecret: string;
  /**
   * Stops serving it, so that calls fail as when the seller's machine is down. A service that
   * was already running keeps running.
   */
  stop(): Promise<void>;
}

export interface PublishingMarket {
  client: Client;
  slug?: string | undefined;
  reviewed(): Promise<void>;
}

const isFetchService = (service: Publishable): service is FetchService =>
  typeof service === 'object' && 'fetch' in service && typeof service.fetch === 'function';

const isListing = (service: Publishable): service is CreateListingRequest =>
  typeof service === 'object' && 'runContract' in service;

const randomSecret = () =>
  formatSigningSecret(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

/** Where the contract of a service says that calls go; `undefined` if it cannot be read. */
async function endpointOf(service: FetchService, url: string): Promise<string | undefined> {
  try {
    const response = await service.fetch(new Request(`${url}/contract`));
    const contract = (await response.json()) as Record<
      string,
      { runContract?: { endpointPath?: unknown } }
    >;
    const endpoint = (contract['provider'] ?? contract['listing'])?.runContract?.endpointPath;
    return typeof endpoint === 'string' ? endpoint : undefined;
  } catch {
    // The import says what is wrong with it.
    return undefined;
  }
}

async function checkEndpoint(service: FetchService, url: string): Promise<void> {
  const endpoint = await endpointOf(service, url);
  if (endpoint === undefined || !URL.canParse(endpoint)) return;
  if (new URL(endpoint).origin === url) return;
  throw new TypeError(
    `The contract says that calls go to ${endpoint}, so a test would call that service. Leave out baseUrl in tests, or publish a running service by its address.`,
  );
}

/** Imports a running service, and waits until it is for sale. */
async function importFrom(url: string, { client, slug, reviewed }: PublishingMarket) {
  const created = await client.listings.importFromService(url, { slug });
  return forSale({ client, reviewed }, created);
}

interface Served {
  server: FetchServer;
  listing: Awaited<ReturnType<typeof forSale>>;
}

async function serveAndImport(
  service: FetchService | MakeService,
  market: PublishingMarket,
): Promise<Served> {
  let current =
    typeof service === 'function' ? service({ signingSecret: randomSecret() }) : service;
  const server = await serveFetch({ fetch: (request) => current.fetch(request) });
  try {
    await checkEndpoint(current, server.url);
    const listing = await importFrom(server.url, market);
    const { signingSecret } = listing;
    if (typeof service === 'function') current = service({ signingSecret });
    return { server, listing };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Publishes a service, serving it first where that is necessary. */
export async function publishService(
  service: Publishable,
  market: PublishingMarket,
): Promise<PublishedService> {
  const published = ({ listing, server }: Partial<Served> & Pick<Served, 'listing'>) => {
    const { id, slug } = listing.provider;
    const stop = async () => server?.close();
    return {
      id,
      slug,
      signingSecret: listing.signingSecret,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  };
  if (typeof service === 'string' || service instanceof URL) {
    return published({ listing: await importFrom(String(service), market) });
  }
  if (typeof service === 'function' || isFetchService(service)) {
    return published(await serveAndImport(service, market));
  }
  if (!isListing(service)) {
    throw new TypeError(
      'publish() takes a service with fetch(request), a function that makes one, the address of a running service, or the fields of a listing with runContract.',
    );
  }
  const { client, slug } = market;
  const created = await client.listings.create({ ...service, ...(slug ? { slug } : {}) });
  return published({ listing: await forSale(market, created) });
}
