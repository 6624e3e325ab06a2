import type { CatalogueListing, Listing } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import { ownOrPublic } from '../../command-line/own-or-public.ts';
import { truncate } from '../../terminal/printable.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { facts } from '../../show/table.ts';
import { formatPrice } from '../../show/price.ts';
import { describeInput, describeOutput } from '../../show/schema.ts';
import type { Style } from '../../terminal/style.ts';
import { formatHealth } from '../../show/health.ts';
import { formatQuality } from '../../show/quality.ts';
import { formatTime } from '../../show/time.ts';

type Shown = CatalogueListing | Listing;

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Finds your own listings in every state, and listings of others that are for sale.',
    examples: [
      ['mkt listings show text-insights', 'input, output and example; the schemas with --json'],
    ],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const session = open(options);
      const listing = await ownOrPublic<Listing, CatalogueListing>(
        session,
        ({ listings }, request) => listings.get(id, request),
        ({ marketplace }, request) => marketplace.listing(id, request),
      );
      session.output.result(listing, describe);
    });

function describe(shown: Shown, style: Style): string {
  const { method, requestExampleJson, responseExampleJson } = shown.runContract;
  // Only the owner's view has the addresses.
  const { endpointPath, healthEndpoint } = shown.runContract as Partial<Listing['runContract']>;
  const { inputSchema, outputSchema } = shown.runContract;
  return facts(
    [
      ['listing', shown.slug],
      ['title', shown.title],
      ['seller', shown.seller.name],
      ['description', shown.description],
      ['category', shown.category],
      ['tags', shown.tags?.join(', ')],
      ['state', shown.listingState],
      ['price', formatPrice(shown.price)],
      ['health', formatHealth(shown.health)],
      ['success', formatQuality(shown.quality)],
      ['revision', String(shown.revision)],
      ['method', method],
      ['endpoint', endpointPath],
      ['health endpoint', healthEndpoint],
      ['input', describeInput(inputSchema)],
      ['output', describeOutput(outputSchema)],
      ['example input', requestExampleJson && shortened(requestExampleJson)],
      ['example output', responseExampleJson && shortened(responseExampleJson)],
      ['updated', formatTime(shown.updatedAt)],
      ['id', shown.id],
    ],
    style,
  );
}

/** An example may be a whole file, such as an image. */
const MAX_LENGTH = 500;

const shortened = (text: string): string =>
  text.length > MAX_LENGTH
    ? `${truncate(text, MAX_LENGTH)} (${text.length} characters; all of them: --json)`
    : text;
