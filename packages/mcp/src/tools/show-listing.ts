import type { Arguments, Call, Tool } from '../call.ts';
import { safeSchema } from '../sellers/safe-schema.ts';
import { cleanTexts, sellerText } from '../sellers/seller-text.ts';
import { MAX_UNIT } from '../session.ts';
import { LISTING_ADVICE } from './advice.ts';
import { checkNames, requiredText } from './read-arguments.ts';
import { sellerData } from './seller-data.ts';

const MAX_NAME = 100;
const MAX_EXAMPLE = 2_000;
/** Bytes. */
const MAX_INPUT_SCHEMA = 12_000;
const MAX_OUTPUT_SCHEMA = 8_000;

const exampleOf = (json: string | undefined) =>
  json === undefined || json.length > MAX_EXAMPLE ? undefined : sellerText(json, MAX_EXAMPLE);

async function show(args: Arguments, { session, signal }: Call) {
  checkNames(args, ['listing']);
  const name = requiredText(args, 'listing', MAX_NAME);
  const found = await session.market.listing(name, { signal });
  const { slug, title, description, category, tags, seller, price, revision } = found;
  const { inputSchema, outputSchema, requestExampleJson, responseExampleJson } = found.runContract;
  const example = exampleOf(requestExampleJson);
  const resultExample = exampleOf(responseExampleJson);
  return sellerData(`${slug} costs ${price.amount} ${price.currency} for a call that completes.`, {
    slug,
    listingState: found.listingState,
    price: cleanTexts(price, MAX_UNIT),
    revision,
    quality: found.quality,
    health: found.health.status,
    title: sellerText(title, 200),
    description: sellerText(description ?? '', 2_000),
    category: category === null ? null : sellerText(category, 40),
    tags: (tags ?? []).slice(0, 20).map((tag) => sellerText(tag, 40)),
    seller: sellerText(seller.name, 100),
    inputSchema: inputSchema === undefined ? null : safeSchema(inputSchema, MAX_INPUT_SCHEMA),
    outputSchema: outputSchema === undefined ? null : safeSchema(outputSchema, MAX_OUTPUT_SCHEMA),
    ...(example !== undefined && { example }),
    ...(resultExample !== undefined && { resultExample }),
  });
}

export const showListing: Tool = {
  name: 'show_listing',
  title: 'Show a listing',
  description:
    'Shows what one listing takes and returns, its price and revision, its quality and its health. The schemas are simplified; the marketplace checks the input by the original.',
  inputSchema: {
    type: 'object',
    properties: { listing: { type: 'string', description: 'Slug or id.' } },
    required: ['listing'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: LISTING_ADVICE,
  call: show,
};
