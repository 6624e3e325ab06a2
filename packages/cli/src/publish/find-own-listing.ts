import type { Client } from '@mkt/client';
import type { PreviewListing, Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';

/**
 * The caller's existing listing of this service: the named one, else the one with the same method and
 * endpoint that is not archived. Importing the service again would create a second listing.
 */
export async function findOwnListing(
  client: Client,
  { runContract }: PreviewListing,
  { listing, signal }: { listing?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Provider | undefined> {
  if (listing !== undefined) return notArchived(await client.providers.get(listing, { signal }));
  const found: Provider[] = [];
  for await (const provider of client.providers.list({ limit: 100 }, { signal })) {
    const { method, endpointPath } = provider.runContract;
    const isSame = method === runContract.method && endpointPath === runContract.endpointPath;
    if (isSame && provider.status !== 'archived') found.push(provider);
  }
  if (found.length < 2) return found[0];
  const slugs = found.map(({ slug }) => slug);
  throw new CliError(
    'missing_value',
    `${found.length} of your listings use this method and endpoint: ${slugs.join(', ')}.`,
    { next: `Choose one of them, as in: --listing ${slugs[0]}` },
  );
}

function notArchived(provider: Provider): Provider {
  if (provider.status !== 'archived') return provider;
  throw new CliError('listing_archived', `${provider.slug} is archived and cannot be changed.`, {
    next: 'Publish without --listing to create a new listing.',
  });
}
