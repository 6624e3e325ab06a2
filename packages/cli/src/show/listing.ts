import type { CatalogueListing, CatalogueRunContract, Listing, Price } from '@mkt/protocol';
import { truncate } from '../terminal/text.ts';
import type { Style } from '../terminal/style.ts';
import { formatHealth } from './health.ts';
import { formatPrice } from './price.ts';
import { formatQuality } from './quality.ts';
import { describeInput, describeOutput } from './schema.ts';
import { facts } from './facts.ts';
import { formatTime } from './time.ts';

interface Summary {
  title: string;
  category: string | null;
  price: Price;
  runContract: CatalogueRunContract & { endpointPath?: string };
}

/** A listing in three lines: title and price, input, output. */
export function listingLines(
  { title, category, price, runContract }: Summary,
  style: Style,
): string[] {
  const { method, endpointPath, inputSchema, outputSchema } = runContract;
  const terms = [...(category ? [category] : []), formatPrice(price)].join(' · ');
  const call = endpointPath === undefined ? method : `${method} ${endpointPath}`;
  const input = describeInput(inputSchema);
  const output = describeOutput(outputSchema);
  return [
    `${style.bold(title)}   ${terms}   ${call}`,
    ...(input ? [`  ${style.dim('input')}   ${input}`] : []),
    ...(output ? [`  ${style.dim('output')}  ${output}`] : []),
  ];
}

/** Everything about a listing. */
export function listingFacts(shown: Listing | CatalogueListing, style: Style): string {
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
