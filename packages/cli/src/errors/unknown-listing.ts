import type { Client, MktError } from '@mkt/client';
import { closestName } from '@mkt/protocol';
import { quoteArgument } from '../terminal/text.ts';
import { CliError } from './cli-error.ts';

/** The error for a name that no listing has, with the closest one of the catalogue. */
export async function unknownListing(
  client: Client,
  name: string,
  { cause, signal }: { cause: unknown; signal: AbortSignal },
): Promise<CliError> {
  const found = await closestListing(client, name, signal);
  return new CliError('not_found', `Listing not found: ${name}.`, {
    next: found
      ? `Did you mean ${quoteArgument(found)}? All that are for sale: mkt search`
      : 'Find one: mkt search',
    requestId: (cause as Partial<MktError> | undefined)?.requestId,
    cause,
  });
}

/** The listing for sale whose slug is closest to a name. */
export async function closestListing(client: Client, name: string, signal: AbortSignal) {
  const queries = [{ query: name.replaceAll('-', ' '), limit: 20 }, { limit: 100 }];
  const slugs: string[] = [];
  for (const query of queries) {
    try {
      const { data } = await client.search(query, { signal });
      slugs.push(...data.map(({ slug }) => slug));
    } catch {
      // Without suggestions the error is still the right one.
    }
  }
  return closestName(name, slugs);
}
