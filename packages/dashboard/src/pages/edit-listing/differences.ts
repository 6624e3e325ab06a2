import type { ContractComparison } from '@mkt/conformance/compare-contracts';
import {
  findingInWords,
  linesOfChange,
  priceInWords,
  type ShownLine,
} from '../../data/change-words.ts';
import { type ListingFields, PLACES } from '../../form/listing-fields.ts';

const priceOf = ({ amount, currency, unit }: ListingFields) => ({
  // What is no number yet is compared as a free call.
  amount: Number(amount) || 0,
  currency,
  unit,
});

/** Why a change is not safe for buyers, a sentence for each reason. */
export function reasonsInWords(
  { findings }: ContractComparison,
  before: ListingFields,
  after: ListingFields,
): string[] {
  const reasons = findings
    .filter(({ severity }) => severity !== 'safe')
    .map((finding) =>
      finding.path.startsWith('/price/')
        ? `${priceInWords(priceOf(before), priceOf(after))}.`
        : findingInWords(finding),
    );
  return [...new Set(reasons)];
}

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
