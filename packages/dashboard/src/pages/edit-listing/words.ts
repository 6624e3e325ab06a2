import type { ContractComparison } from '@mkt/conformance/compare-contracts';
import {
  findingInWords,
  linesOfChange,
  priceInWords,
  type ShownLine,
} from '../../data/change-words.ts';
import { type ListingFields, PLACES } from '../../form/listing-fields.ts';

const TITLES: Readonly<Record<ContractComparison['verdict'], string>> = {
  same: 'Nothing changes for callers.',
  safe: 'Calls that work today still work.',
  breaking: 'This breaks existing calls.',
  unknown: 'This may break existing calls.',
};

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

/** Whether all that buyers notice is that a call costs more. */
export const isPriceIncreaseOnly = ({ verdict, findings }: ContractComparison): boolean =>
  verdict === 'breaking' && findings.every(({ path }) => path === '/price/amount');

/** What is asked before a change is saved. */
export function questionOf(impact: ContractComparison): string {
  if (isPriceIncreaseOnly(impact)) return 'Save a price increase?';
  return impact.verdict === 'unknown' ? 'Save this change?' : 'Save a breaking change?';
}

/** What a change means for buyers in a line: the first reason, and how many there are besides. */
export function impactInWords(impact: ContractComparison, reasons: readonly string[]) {
  const { verdict } = impact;
  if (isPriceIncreaseOnly(impact)) {
    return {
      verdict: 'price-increase',
      title: reasons[0] ?? '',
      reasons: 'Applies to orders placed after you save.',
    } as const;
  }
  const [first = '', ...others] = reasons;
  const isGood = verdict === 'same' || verdict === 'safe';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    verdict,
    title: TITLES[verdict],
    reasons: isGood ? '' : first + more,
  };
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
