import type { ContractComparison } from '@mkt/conformance';
import type { Price } from '@mkt/protocol';
import { formatPrice } from '../show/price.ts';
import { truncate } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import type { FieldEdit } from './listing-edit.ts';

const NAME_WIDTH = 13;
const VALUE_LENGTH = 60;
const MAX_FINDINGS = 10;

const MEANINGS = {
  same: 'nothing changes for buyers',
  safe: 'safe: what buyers send and read today still works',
  breaking: 'breaking: buyers have to change their code, or the price that they accept',
  unknown: 'unknown: it could not be shown that existing calls still work',
} as const satisfies Record<ContractComparison['verdict'], string>;

/** Every field that changes, and what the changes mean for buyers. */
export function editLines(
  changes: readonly FieldEdit[],
  { verdict, findings }: ContractComparison,
  style: Style,
): string[] {
  const paint = verdict === 'breaking' || verdict === 'unknown' ? style.red : style.green;
  const shown = findings.slice(0, MAX_FINDINGS);
  const more = findings.length - shown.length;
  return [
    ...changes.map((change) => changeLine(change, style)),
    `  ${paint(MEANINGS[verdict])}`,
    ...shown.map(({ severity, message }) => `    ${severity.padEnd(8)} ${message}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function changeLine({ name, from, to }: FieldEdit, style: Style): string {
  const label = name.replace('runContract.', '').padEnd(NAME_WIDTH);
  return `  ${style.yellow('~')} ${label} ${formatValue(name, from)} → ${formatValue(name, to)}`;
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  if (name === 'price') return formatPrice(value as Price);
  return truncate(Array.isArray(value) ? value.join(', ') : JSON.stringify(value), VALUE_LENGTH);
}
