import type { Client } from '@mkt/client';
import type { PreviewListing, Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { isLoopback } from '../settings/loopback.ts';

export type OwnListing =
  | { kind: 'none' }
  /** The named one, or the one with the same method and endpoint. */
  | { kind: 'same'; provider: Provider }
  /** One with the same method and path at another address. */
  | { kind: 'elsewhere'; provider: Provider; isRemembered: boolean };

interface Search {
  /** Id or slug of the listing to update. */
  listing?: string | undefined;
  /** The id that the project remembers for this endpoint. */
  remembered?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The caller's existing listing of this service, archived ones excluded. Importing the service again
 * would create a second listing, so one at another address is found too: the one that the project
 * remembers, else one with the same title.
 */
export async function findOwnListing(
  client: Client,
  { title, runContract: wanted }: PreviewListing,
  { listing, remembered, signal }: Search,
): Promise<OwnListing> {
  if (listing !== undefined) {
    const provider = notArchived(await client.providers.get(listing, { signal }));
    return { kind: 'same', provider };
  }
  const same: Provider[] = [];
  let elsewhere: Provider | undefined;
  for await (const provider of client.providers.list({ limit: 100 }, { signal })) {
    const { method, endpointPath } = provider.runContract;
    if (method !== wanted.method || provider.status === 'archived') continue;
    if (addressOf(endpointPath) === addressOf(wanted.endpointPath)) same.push(provider);
    else if (pathOf(endpointPath) !== pathOf(wanted.endpointPath)) continue;
    else if (provider.id === remembered) elsewhere = provider;
    else if (provider.title === title) elsewhere ??= provider;
  }
  const chosen = same.length > 1 ? same.find(({ id }) => id === remembered) : same[0];
  if (chosen) return { kind: 'same', provider: chosen };
  if (same.length > 1) throw ambiguous(same);
  if (!elsewhere) return { kind: 'none' };
  return { kind: 'elsewhere', provider: elsewhere, isRemembered: elsewhere.id === remembered };
}

/** The names of this machine are one address. */
function addressOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (!url) return endpoint;
  if (isLoopback(endpoint)) url.hostname = 'localhost';
  return url.href;
}

const pathOf = (endpoint: string) => URL.parse(endpoint)?.pathname ?? endpoint;

function ambiguous(providers: readonly Provider[]): CliError {
  const slugs = providers.map(({ slug }) => slug);
  return new CliError(
    'missing_value',
    `${slugs.length} of your listings use this method and endpoint: ${slugs.join(', ')}.`,
    { next: `Choose one of them, as in: --listing ${slugs[0]}` },
  );
}

function notArchived(provider: Provider): Provider {
  if (provider.status !== 'archived') return provider;
  throw new CliError('listing_archived', `${provider.slug} is archived and cannot be changed.`, {
    next: 'Publish without --listing to create a new listing.',
  });
}
