import { closestName } from '@mkt/protocol';
import type { Client } from '@mkt/client';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { CliError } from './cli-error.ts';
import { closestListing } from './unknown-listing.ts';

type Suggest = (client: Client, name: string, signal: AbortSignal) => Promise<string | undefined>;

interface Kind {
  /** As in "Listing not found". */
  noun: string;
  /** Finds the intended name, or says how to find it. */
  suggest?: Suggest;
  /** Printed if there is no suggestion. */
  list: string;
}

/** The marketplace that responded. */
interface Market {
  client(): Promise<Client>;
  shell: Pick<Shell, 'signal'>;
}

const LISTINGS = 'Your listings: mkt listings list. Listings for sale: mkt search';
const KEYS = 'Your keys: mkt keys list';

const ONE_PAGE = { limit: 100 };

/** The kinds of records, by the name of the argument that names one. */
const KINDS: Readonly<Record<string, Kind>> = {
  listing: {
    noun: 'Listing',
    suggest: async (client, name, signal) => {
      const own = await ownSlugs(client, signal);
      const closest = closestName(name, own.slugs) ?? (await closestListing(client, name, signal));
      if (closest !== undefined) return `Did you mean ${quoteArgument(closest)}? ${LISTINGS}`;
      return own.missingScope === undefined
        ? undefined
        : `Listings for sale: mkt search. To find your own, use an API key with the scope ${own.missingScope}.`;
    },
    list: LISTINGS,
  },
  order: {
    noun: 'Order',
    suggest: async ({ sales }, id, signal) => {
      const sale = await sales.get(id, { signal, retries: 0 });
      return `It is a call to your listing ${sale.listing.slug}: mkt sales show ${sale.id}`;
    },
    list: 'Your orders: mkt orders list. Calls to your listings: mkt sales list',
  },
  sale: {
    noun: 'Sale',
    suggest: async ({ orders }, id, signal) => {
      const order = await orders.get(id, { signal, retries: 0 });
      return `It is an order that you placed: mkt orders show ${order.id}`;
    },
    list: 'Calls to your listings: mkt sales list. Your orders: mkt orders list',
  },
  key: {
    noun: 'API key',
    suggest: async ({ apiKeys }, wanted, signal) => {
      const { data } = await apiKeys.list(ONE_PAGE, { signal, retries: 0 });
      const names = data.map(({ name }) => name);
      const name = names.includes(wanted) ? wanted : closestName(wanted, names);
      const key = data.find((each) => each.name === name);
      return key && `Did you mean ${key.id} (${key.name})? ${KEYS}`;
    },
    list: KEYS,
  },
  webhook: { noun: 'Webhook', list: 'Your webhooks: mkt webhooks list' },
  delivery: { noun: 'Delivery', list: 'Your webhooks: mkt webhooks list' },
};

/** The slugs of the caller's listings, or the scope that the key would need to read them. */
async function ownSlugs(
  { listings }: Client,
  signal: AbortSignal,
): Promise<{ slugs: string[]; missingScope?: string | undefined }> {
  try {
    const { data } = await listings.list(ONE_PAGE, { signal, retries: 0 });
    return { slugs: data.map(({ slug }) => slug) };
  } catch (error) {
    const { PermissionError } = await import('@mkt/client');
    const missingScope = error instanceof PermissionError ? error.requiredScope : undefined;
    return { slugs: [], missingScope };
  }
}

/** Adds to "not found" what was not found, and what may have been meant. Other errors are unchanged. */
export async function explainNotFound(
  error: unknown,
  names: Readonly<Record<string, string | undefined>>,
  { client, shell }: Market,
): Promise<unknown> {
  const { NotFoundError } = await import('@mkt/client');
  if (!(error instanceof NotFoundError) || error.type !== 'not_found') return error;
  const [argument = '', name] =
    Object.entries(names).find(
      ([each, given]) => given !== undefined && Object.hasOwn(KINDS, each),
    ) ?? [];
  const kind = KINDS[argument];
  if (name === undefined || !kind) return error;
  const suggestion = await suggestionOf(kind, name, { client, shell });
  return new CliError('not_found', `${kind.noun} not found: ${name}.`, {
    next: suggestion ?? kind.list,
    requestId: error.requestId,
    cause: error,
  });
}

async function suggestionOf(
  { suggest }: Kind,
  name: string,
  { client, shell }: Market,
): Promise<string | undefined> {
  try {
    return await suggest?.(await client(), name, shell.signal);
  } catch {
    // The key may not read them; without a suggestion the error is still the right one.
    return undefined;
  }
}
