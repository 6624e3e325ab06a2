import {
  didYouMean,
  KNOWN_CATEGORIES,
  KNOWN_UNITS,
  type ListingContent,
  type Warning,
} from '@mkt/protocol';

/**
 * Warnings about an unknown category or unit, which are accepted (docs/listings.md#fields).
 */
export function vocabularyWarnings(
  { category, price }: Pick<ListingContent, 'category' | 'price'>,
  path = '',
): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, member: string, message: string) =>
    warnings.push({ code, message, path: path + member });
  if (category !== null && !isOneOf(KNOWN_CATEGORIES, category)) {
    warn(
      'unknown_category',
      '/category',
      `This category is accepted, but is not one of the usual ones: ${KNOWN_CATEGORIES.join(', ')}.${didYouMean(category, KNOWN_CATEGORIES)}`,
    );
  }
  if (!isOneOf(KNOWN_UNITS, price.unit)) {
    warn(
      'unknown_unit',
      '/price/unit',
      `This unit is accepted, but is not one of the usual ones: ${KNOWN_UNITS.join(', ')}.${didYouMean(price.unit, KNOWN_UNITS)}`,
    );
  }
  return warnings;
}

const isOneOf = (known: readonly string[], word: string) => known.includes(word);
