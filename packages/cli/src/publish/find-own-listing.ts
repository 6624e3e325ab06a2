import type { Client } from '@mkt/client';
import type { PreviewListing, Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { isSameEndpoint } from '../store/loopback.ts';

export type OwnListing =
  /** `beside`: a listing of the project that sells another service. */
  | { kind: 'none'; beside?: Provider | undefined }
  /** The named one, or the one with the same method and endpoint. */
  | { kind: 'same'; provider: Provider }
  /** One that looks like this service at another address. */
  | { kind: 'elsewhere'; provider: Provider; isRemembered: boolean };

interface Search {
  /** Id or slug of the listing to update. */
  listing?: string | undefined;
  /** The id that the project remembers for this endpoint. */
  remembered?: string | undefined;
  /** The ids of all listings that the project remembers. */
  ofProject?: readonly string[] | undefined;
  /** Whether the service of a listing is still where the listing says. */
  isStillThere?: ((provider: Provider) => Promise<boolean>) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The caller's existing listing of this service, archived ones excluded. Importing the service again
 * would create a second listing, so one at another address is found too: the one that the project
 * remembers, else one with the same title. A listing of the project with the same title has moved to
 * another path, unless its service is still at the old one.
 */
export async function findOwnListing(
  client: Client,
  { title, runContract: wanted }: PreviewListing,
  { listing, remembered, ofProject = [], isStillThere, signal }: Search,
): Promise<OwnListing> {
  if (listing !== undefined) {
    const provider = notArchived(await client.providers.get(listing, { signal }));
    return { kind: 'same', provider };
  }
  const same: Provider[] = [];
  const moved: Provider[] = [];
  let elsewhere: Provider | undefined;
  let beside: Provider | undefined;
  for await (const provider of client.providers.list({ limit: 100 }, { signal })) {
    const { method, endpointPath } = provider.runContract;
    if (provider.status === 'archived') continue;
    const isMethod = method === wanted.method;
    if (isMethod && isSameEndpoint(endpointPath, wanted.endpointPath)) same.push(provider);
    else if (isMethod && pathOf(endpointPath) === pathOf(wanted.endpointPath)) {
      if (provider.id === remembered) elsewhere = provider;
      else if (provider.title === title) elsewhere ??= provider;
    } else if (ofProject.includes(provider.id)) {
      if (provider.title === title) moved.push(provider);
      beside ??= provider;
    }
  }
  const chosen = same.length > 1 ? same.find(({ id }) => id === remembered) : same[0];
  if (chosen) return { kind: 'same', provider: chosen };
  if (same.length > 1) throw ambiguous(same);
  if (!elsewhere || elsewhere.id !== remembered) {
    for (const provider of moved) {
      if (await isStillThere?.(provider)) continue;
      return { kind: 'elsewhere', provider, isRemembered: true };
    }
  }
  if (!elsewhere) return { kind: 'none', beside };
  return { kind: 'elsewhere', provider: elsewhere, isRemembered: elsewhere.id === remembered };
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
