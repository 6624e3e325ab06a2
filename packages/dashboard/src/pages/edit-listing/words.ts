import type { ContractComparison } from '@mkt/conformance/compare-contracts';

/** What a change means for buyers, and why, a sentence for each reason. */
export interface Impact extends ContractComparison {
  reasons: readonly string[];
}

const TITLES: Readonly<Record<ContractComparison['verdict'], string>> = {
  same: 'Nothing changes for callers.',
  safe: 'Calls that work today still work.',
  breaking: 'This breaks existing calls.',
  unknown: 'This may break existing calls.',
};

/** Whether all that buyers notice is that a call costs more. */
export const isPriceIncreaseOnly = ({ verdict, findings }: ContractComparison): boolean =>
  verdict === 'breaking' && findings.every(({ path }) => path === '/price/amount');

/** Whether calls that work today fail, and not only cost more. */
export const breaksCalls = (impact: ContractComparison): boolean =>
  impact.verdict === 'breaking' && !isPriceIncreaseOnly(impact);

/** What is asked before a change is saved. */
export function questionOf(impact: ContractComparison): string {
  if (isPriceIncreaseOnly(impact)) return 'Save a price increase?';
  return breaksCalls(impact) ? 'Save a breaking change?' : 'Save this change?';
}

/** What saving does, in a line over its button; `price` is the new price in words. */
export function effectInShort(impact: ContractComparison, price: string): string {
  const { verdict } = impact;
  if (verdict === 'same' || verdict === 'safe') return TITLES[verdict];
  const what = isPriceIncreaseOnly(impact) ? price : TITLES[verdict].replace(/\.$/, '');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}: asks first`;
}

/** What a change means for buyers in a line: the first reason, and how many there are besides. */
export function impactInWords(impact: Impact) {
  const { verdict, reasons } = impact;
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
