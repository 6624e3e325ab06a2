import type { Client } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import type { ProjectListings } from '../store/project-listings.ts';
import { formatStatus } from '../show/provider.ts';
import { quoteArgument } from '../terminal/text.ts';
import { advice, failed, failedRequest, passed, skipped, type Finding } from './finding.ts';

const MAX_NAMED = 5;

interface ListingCheck {
  client: Client;
  scopes: readonly string[];
  /** Slug or id; by default those of the project, or the only listing of the account. */
  wanted: string | undefined;
  project: Pick<ProjectListings, 'all'>;
  serviceUrl: string | undefined;
  signal: AbortSignal;
}

export interface CheckedListing {
  finding: Finding;
  provider?: Provider;
}

/** Finds the listings to look at, and says of each whether buyers can call it. */
export async function checkListings(check: ListingCheck): Promise<CheckedListing[]> {
  const { client, scopes, wanted, serviceUrl, signal } = check;
  if (!scopes.includes('provider:read')) {
    const message = 'not looked up: it needs a key with the scope provider:read';
    return [{ finding: skipped('listing', message) }];
  }
  try {
    if (wanted !== undefined) return [describe(await client.providers.get(wanted, { signal }))];
    const { data, nextCursor } = await client.providers.list({ limit: 100 }, { signal });
    const own = data.filter(({ status }) => status !== 'archived');
    const ofService = own.filter(({ runContract: { endpointPath } }) =>
      serviceUrl === undefined ? true : isBelow(endpointPath, serviceUrl),
    );
    const [first, second] = ofService;
    if (first && !second && nextCursor === null) return [describe(first)];
    const ofProject = await soldHere(check);
    if (ofProject.length > 0) return ofProject.map(describe);
    return [{ finding: notChosen(ofService, serviceUrl) }];
  } catch (error) {
    signal.throwIfAborted();
    return [{ finding: await failedRequest('listing', error, 'mkt listings list') }];
  }
}

/** The listings of the project that still exist, and have the service's address if one is given. */
async function soldHere({ client, project, serviceUrl, signal }: ListingCheck) {
  const { NotFoundError } = await import('@mkt/client');
  const found: Provider[] = [];
  for (const id of new Set(await project.all())) {
    try {
      const provider = await client.providers.get(id, { signal });
      const { status, runContract } = provider;
      const isHere = serviceUrl === undefined || isBelow(runContract.endpointPath, serviceUrl);
      if (status !== 'archived' && isHere) found.push(provider);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return found;
}

function isBelow(endpointPath: string, serviceUrl: string): boolean {
  const [endpoint, base] = [URL.parse(endpointPath), URL.parse(serviceUrl)];
  if (!endpoint || !base || endpoint.origin !== base.origin) return false;
  return endpoint.pathname.startsWith(base.pathname.replace(/\/*$/, '/'));
}

function notChosen(listings: readonly Provider[], serviceUrl: string | undefined): Finding {
  const [first] = listings;
  if (!first) {
    const where = serviceUrl === undefined ? '' : ` at ${serviceUrl}`;
    const address = serviceUrl === undefined ? '' : ` --service-url ${quoteArgument(serviceUrl)}`;
    return skipped('listing', `you have no listing${where}`, `mkt publish${address}`);
  }
  const named = listings.slice(0, MAX_NAMED).map(({ slug }) => slug);
  const more = listings.length > named.length ? ', …' : '';
  return skipped(
    'listing',
    `you have several (${named.join(', ')}${more}): name one of them`,
    `mkt doctor ${quoteArgument(first.slug)}`,
  );
}

function describe(provider: Provider): CheckedListing {
  const slug = quoteArgument(provider.slug);
  const show = `mkt providers show ${slug}`;
  const is = (state: string) => `${slug} is ${state}`;
  switch (provider.status) {
    case 'published':
      return { provider, finding: judgeHealth(provider, slug) };
    case 'paused':
      return {
        provider,
        finding: advice(
          'listing',
          `${is('paused')}: buyers cannot call it`,
          `mkt listings resume ${slug}`,
        ),
      };
    case 'draft':
      return {
        provider,
        finding: advice(
          'listing',
          `${is('a draft')}: buyers do not see it`,
          `mkt providers submit ${slug}`,
        ),
      };
    case 'pending_review':
      return { provider, finding: skipped('listing', is('in review'), show) };
    case 'flagged':
      return { provider, finding: failed('listing', is('flagged by the review'), show) };
    case 'archived':
      return {
        provider,
        finding: failed('listing', `${is(formatStatus(provider))} for good`, 'mkt listings list'),
      };
  }
}

function judgeHealth({ health }: Provider, slug: string): Finding {
  const published = `${slug} is published`;
  if (health.status !== 'unhealthy') {
    return passed('listing', `${published}, health: ${health.status.replaceAll('_', ' ')}`);
  }
  return failed(
    'listing',
    `${published}, but its health endpoint does not respond with 2xx`,
    `mkt api GET /v1/providers/${slug}/health`,
  );
}
