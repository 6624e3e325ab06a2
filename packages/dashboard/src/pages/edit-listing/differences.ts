import { linesOfChange, priceInWords, type ShownLine } from '../../data/change-words.ts';
import { type ListingFields, PLACES } from '../../form/listing-fields.ts';
import { priceOf } from './reasons.ts';

/** A field as the history of a listing has it; a schema that is no JSON yet is a text. */
function valueOf(name: keyof ListingFields, fields: ListingFields): unknown {
  const typed = fields[name];
  if (typeof typed !== 'string') return typed.length === 0 ? null : typed;
  const text = typed.trim();
  if (text === '') return null;
  if (!name.endsWith('Schema')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What would be saved: a line for each field that differs, as the history will show it. */
export function differencesInWords(before: ListingFields, after: ListingFields): ShownLine[] {
  const names = Object.keys(PLACES) as (keyof ListingFields)[];
  const changed = names
    .map((name) => ({
      path: `/${PLACES[name]}`,
      from: valueOf(name, before),
      to: valueOf(name, after),
    }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
  const isPrice = ({ path }: { path: string }) => path.startsWith('/price/');
  return [
    ...(changed.some(isPrice) ? [{ says: priceInWords(priceOf(before), priceOf(after)) }] : []),
    ...changed.filter((change) => !isPrice(change)).flatMap(linesOfChange),
  ];
}
