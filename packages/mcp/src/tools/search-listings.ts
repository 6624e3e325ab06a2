import type { CatalogueSummary, HiddenListings } from '@mkt/client';
import type { Arguments, Call, Tool } from '../call.ts';
import { cleanTexts, sellerText } from '../sellers/seller-text.ts';
import { MAX_UNIT } from '../session.ts';
import { LISTING_ADVICE } from './advice.ts';
import {
  DEFAULT_CURRENCY,
  checkNames,
  optionalInteger,
  optionalText,
  readGuards,
} from './read-arguments.ts';
import { sellerData } from './seller-data.ts';

const ARGUMENTS = ['query', 'category', 'maxPrice', 'currency', 'limit', 'cursor'];
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;

const summaryOf = ({
  slug,
  title,
  description,
  category,
  price,
  quality,
  health,
}: CatalogueSummary) => ({
  slug,
  title: sellerText(title, 120),
  description: sellerText(description ?? '', 300),
  category: category === null ? null : sellerText(category, 40),
  price: cleanTexts(price, MAX_UNIT),
  quality,
  health: health.status,
});

/** Listings that only a filter left out: without this, an agent takes the hits for all there are. */
function leftOut({ currency, maxPrice, category }: HiddenListings, wanted: string): string {
  const parts = [
    currency && `${currency} with a price in a currency other than ${wanted}`,
    maxPrice && `${maxPrice} above maxPrice`,
    category && `${category} in other categories`,
  ].filter(Boolean);
  return `Listings that match all words, but were left out by the filters: ${parts.join(', ')}.`;
}

async function search(args: Arguments, { session, signal }: Call) {
  checkNames(args, ARGUMENTS);
  const { maxPrice, currency } = readGuards(args);
  const price = typeof maxPrice === 'object' ? maxPrice.amount : undefined;
  const page = await session.market.search(
    {
      query: optionalText(args, 'query', 200),
      category: optionalText(args, 'category', 40),
      maxPrice: price,
      currency: price === undefined ? currency : (currency ?? DEFAULT_CURRENCY),
      limit: optionalInteger(args, 'limit', [1, MAX_LIMIT]) ?? DEFAULT_LIMIT,
      cursor: optionalText(args, 'cursor', 500),
    },
    { signal },
  );
  const { data, nextCursor, hidden } = page;
  const found = { listings: data.map(summaryOf), nextCursor, ...(hidden && { hidden }) };
  const left = hidden ? ` ${leftOut(hidden, currency ?? DEFAULT_CURRENCY)}` : '';
  return sellerData(`${data.length} listings were found.${left}`, found);
}

export const searchListings: Tool = {
  name: 'search_listings',
  title: 'Search the marketplace',
  description:
    'Finds services that can be bought per call, with their price, their quality over the last 7 days (null: too few calls) and their health. Read one with show_listing before you run it.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What the service does, in a few words.' },
      category: { type: 'string', description: 'Only this category.' },
      maxPrice: { type: 'number', description: 'Highest price of a call, in currency.' },
      currency: { type: 'string', description: 'Three letters, such as EUR. Default: USD.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
      cursor: { type: 'string', description: 'nextCursor of the previous page.' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: LISTING_ADVICE,
  call: search,
};
