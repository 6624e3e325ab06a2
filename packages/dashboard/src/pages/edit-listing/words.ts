import type { ContractComparison } from '@mkt/conformance/compare-contracts';

const TITLES: Readonly<Record<ContractComparison['verdict'], string>> = {
  same: 'Nothing changes for callers.',
  safe: 'Calls that work today still work.',
  breaking: 'Breaks existing calls.',
  unknown: 'May break existing calls.',
};

/** What a change means for buyers in a line: the first reason, and how many there are besides. */
export function impactInWords({ verdict, findings }: ContractComparison) {
  const [first, ...others] = findings.filter(({ severity }) => severity !== 'safe');
  const isGood = verdict === 'same' || verdict === 'safe';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    verdict,
    title: TITLES[verdict],
    reasons: isGood || !first ? '' : first.message + more,
  };
}
