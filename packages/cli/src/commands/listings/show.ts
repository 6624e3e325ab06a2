import type { Client } from '@mkt/client';
import type { CatalogueListing, Listing } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import { printableJson } from '../../terminal/printable.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { facts } from '../../show/table.ts';
import { formatPrice } from '../../show/price.ts';
import type { Style } from '../../terminal/style.ts';
import { formatHealth } from '../../show/health.ts';
import { formatTime } from '../../show/time.ts';

type Shown = CatalogueListing | Listing;

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Finds your own listings in every state, and listings of others that are for sale.',
    examples: [['mkt listings show text-insights', 'with its input schema and example']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, settings, output, shell } = open(options);
      const hasKey = (await settings()).apiKey !== undefined;
      const listing = await find(await client(), id, { hasKey, signal: shell.signal });
      output.result(listing, (shown, style) => describe(shown, listing, style));
    });

/** The owner's view has more fields, so it is tried first; a buyer's key may lack its scope. */
async function find(
  client: Client,
  id: string,
  { hasKey, signal }: { hasKey: boolean; signal: AbortSignal },
): Promise<Shown> {
  if (hasKey) {
    const { NotFoundError, PermissionError } = await import('@mkt/client');
    try {
      return await client.listings.get(id, { signal });
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof PermissionError)) throw error;
    }
  }
  return await client.marketplace.listing(id, { signal });
}

function describe(shown: Shown, { runContract }: Shown, style: Style): string {
  const { method, requestExampleJson, responseExampleJson } = shown.runContract;
  // Only the owner's view has the addresses.
  const { endpointPath, healthEndpoint } = shown.runContract as Partial<Listing['runContract']>;
  const schema = (value: unknown) => (value === undefined ? null : printableJson(value));
  return facts(
    [
      ['listing', shown.slug],
      ['title', shown.title],
      ['description', shown.description],
      ['category', shown.category],
      ['tags', shown.tags?.join(', ')],
      ['state', shown.listingState],
      ['price', formatPrice(shown.price)],
      ['health', formatHealth(shown.health)],
      ['revision', String(shown.revision)],
      ['method', method],
      ['endpoint', endpointPath],
      ['health endpoint', healthEndpoint],
      // From the original: in the printable copy a field name could differ.
      ['input schema', schema(runContract.inputSchema)],
      ['output schema', schema(runContract.outputSchema)],
      ['example input', requestExampleJson],
      ['example output', responseExampleJson],
      ['updated', formatTime(shown.updatedAt)],
      ['id', shown.id],
    ],
    style,
  );
}
