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
  /** Finds the name that was probably meant. */
  suggest?: Suggest;
  /** Printed if no name is close, or the names cannot be read. */
  list: string;
}

/** The marketplace that received the request. */
interface Market {
  client(): Promise<Client>;
  shell: Pick<Shell, 'signal'>;
}

const ONE_PAGE = { limit: 100 };

/** By the name of the argument. */
const KINDS: Readonly<Record<string, Kind>> = {
  listing: {
    noun: 'Listing',
    suggest: async (client, name, signal) =>
      didYouMean(
        (await closestOwn(client, name, signal)) ?? (await closestListing(client, name, signal)),
      ),
    list: 'Your listings: mkt listings list. Listings for sale: mkt search',
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
      return key && `Did you mean ${key.id} (${key.name})?`;
    },
    list: 'Your keys: mkt keys list',
  },
  webhook: { noun: 'Webhook', list: 'Your webhooks: mkt webhooks list' },
};

const didYouMean = (name: string | undefined) => name && `Did you mean ${quoteArgument(name)}?`;

async function closestOwn({ listings }: Client, name: string, signal: AbortSignal) {
  const { data } = await listings
    .list(ONE_PAGE, { signal, retries: 0 })
    .catch(() => ({ data: [] }));
  return closestName(
    name,
    data.map(({ slug }) => slug),
  );
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
