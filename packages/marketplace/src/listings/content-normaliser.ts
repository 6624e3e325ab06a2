import { normaliseLine, normaliseTags, normaliseText } from '@mkt/conformance';
import type { ContentNormaliser } from './content.ts';
import { Refusal } from '../market/refusal.ts';

function visibleLine(text: string, path: string): string {
  const line = normaliseLine(text);
  if (line !== '') return line;
  throw new Refusal('invalid_request', 'The body has invalid fields.', {
    details: [{ path, message: 'must contain at least one visible character', keyword: 'text' }],
  });
}

/**
 * Normalises a seller's texts before they are stored, for listings created by hand and imported
 * ones alike.
 */
export const contentNormaliser: ContentNormaliser = {
  title: (title) => visibleLine(title, '/title'),
  description: (text) => (text === null ? null : normaliseText(text) || null),
  category: (category) => (category === null ? null : visibleLine(category, '/category')),
  unit: (unit) => visibleLine(unit, '/price/unit'),
  tags: (tags) => normaliseTags(tags),
};
