import type { Price } from '@mkt/protocol';
import type { Impact } from './publish-event.ts';
import { impactLines } from './show-impact.ts';
import { formatPrice } from '../show/price.ts';
import { truncate } from '../terminal/text.ts';
import type { Style } from '../terminal/style.ts';
import type { FieldEdit } from './edit-listing.ts';

const NAME_WIDTH = 13;
const VALUE_LENGTH = 60;

/** Every field that changes, and what the changes mean for buyers. */
export const editLines = (
  changes: readonly FieldEdit[],
  impact: Impact,
  style: Style,
): string[] => [
  ...changes.map((change) => changeLine(change, style)),
  ...impactLines(impact, style),
];

function changeLine({ name, from, to }: FieldEdit, style: Style): string {
  const label = name.replace('runContract.', '').padEnd(NAME_WIDTH);
  return `  ${style.yellow('~')} ${label} ${formatValue(name, from)} → ${formatValue(name, to)}`;
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  if (name === 'price') return formatPrice(value as Price);
  return truncate(Array.isArray(value) ? value.join(', ') : JSON.stringify(value), VALUE_LENGTH);
}
