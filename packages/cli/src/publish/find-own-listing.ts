import type { Client } from '@mkt/client';
import type { PreviewListing, Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';

/**
 * The caller's listing that this service is already: the one that was named, else the one that is
 * not archived and has the same method and endpoint. A second import would make a second listing.
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
  const slugs = found.map(({ slug }) => slug).join(', ');
  throw new CliError(
    'missing_value',
    `${found.length} of your listings have this endpoint: ${slugs}.`,
    { next: 'Say which one: --listing <slug>' },
  );
}

function notArchived(provider: Provider): Provider {
  if (provider.status !== 'archived') return provider;
  throw new CliError('listing_archived', `${provider.slug} is archived: it cannot be changed.`, {
    next: 'Publish without --listing to make a new one.',
  });
}
