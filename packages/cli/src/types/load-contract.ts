import type { Client } from '@mkt/client';
import { closestName, isObject, type CatalogueListing, type Listing } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { printable, quoteArgument } from '../terminal/printable.ts';
import { pinOf, type ContractPin } from './contract-pin.ts';

/** A listing as types need it. */
export interface LoadedContract {
  slug: string;
  title: string;
  pin: ContractPin;
  inputSchema: unknown;
  outputSchema: unknown;
}

/** The contract in a record of a marketplace, which may be one that this program cannot trust. */
export function contractOf(listing: Listing | CatalogueListing): LoadedContract {
  const { slug, title, revision, runContract } = listing;
  const isListing = typeof slug === 'string' && typeof title === 'string' && isObject(runContract);
  if (!isListing || !Number.isSafeInteger(revision)) {
    throw new CliError(
      'invalid_response',
      'The marketplace responded with something else than a listing.',
      {
        next: 'Check --base-url or MKT_BASE_URL.',
      },
    );
  }
  const { inputSchema, outputSchema } = runContract;
  return { slug, title, pin: pinOf(listing), inputSchema, outputSchema };
}

/** The error for a name that no listing has, with the closest one of the catalogue. */
export async function unknownListing(
  client: Client,
  name: string,
  { cause, signal }: { cause: unknown; signal: AbortSignal },
): Promise<CliError> {
  const found = await closestListing(client, name, signal);
  return new CliError('not_found', `Listing not found: ${printable(name)}.`, {
    next: found ? `Did you mean ${quoteArgument(found)}?` : 'Find one: mkt search',
    cause,
  });
}

async function closestListing(client: Client, name: string, signal: AbortSignal) {
  const queries = [{ query: name.replaceAll('-', ' '), limit: 20 }, { limit: 100 }];
  const slugs: string[] = [];
  for (const query of queries) {
    try {
      const { data } = await client.marketplace.listings(query, { signal });
      slugs.push(...data.map(({ slug }) => slug));
    } catch {
      // Without suggestions the error is still the right one.
    }
  }
  return closestName(name, slugs);
}
