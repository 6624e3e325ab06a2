import { normaliseLine, normaliseTags, normaliseText } from '@mkt/conformance';
import type { ContentNormaliser } from '../domain/listing-update.ts';
import { Refusal } from '../domain/refusal.ts';

function visibleLine(text: string, path: string): string {
  const line = normaliseLine(text);
  if (line !== '') return line;
  throw new Refusal('invalid_request', 'The body is not valid.', {
    details: [{ path, message: 'must have visible characters', keyword: 'text' }],
  });
}

/** A seller's words as they are stored: the same for a listing made by hand and an imported one. */
export const contentNormaliser: ContentNormaliser = {
  title: (title) => visibleLine(title, '/title'),
  description: (text) => (text === null ? null : normaliseText(text) || null),
  category: (category) => (category === null ? null : visibleLine(category, '/category')),
  unit: (unit) => visibleLine(unit, '/price/unit'),
  tags: (tags) => normaliseTags(tags),
};
