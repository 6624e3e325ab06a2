import type { SellerOrder } from '@mkt/client';
import type { Detail } from '@mkt/protocol';
import { saleLine } from '../show/sale.ts';
import { cutToWidth } from '../terminal/cut-to-width.ts';
import { compactJson } from '../terminal/format-json.ts';
import { printableJson } from '../terminal/text.ts';
import { onOneLine } from '../show/facts.ts';
import type { Style } from '../terminal/style.ts';
import type { Refusal } from './open-market.ts';

/** Where stdout is not a terminal. */
const WIDTH = 200;
const INDENT = '          ';
const LABEL_WIDTH = 8;
const MAX_DETAILS = 5;

/** A call: when, how it ended and how long it took; who bought it; input, output, and what is wrong. */
export function callLines(call: SellerOrder, style: Style): string {
  const { id, buyerId, outputErrors, orderState } = call;
  const isFailed = orderState === 'failed';
  return [
    saleLine(call, style),
    row('order', style.dim(`${id} of ${buyerId}`), style, Infinity),
    row('input', jsonOf(call.requestBodyText), style),
    ...(orderState === 'completed' ? [row('output', jsonOf(call.resultText), style)] : []),
    ...(isFailed ? [row('error', call.errorMessage, style)] : []),
    ...detailRows(outputErrors ?? [], style),
  ]
    .map(onOneLine)
    .join('\n');
}

/** An activation that was refused before the service was called. */
export function refusalLines(refusal: Refusal, at: Date, style: Style): string {
  const time = style.dim(at.toISOString().slice(11, 19));
  return [
    `${time}  ${style.red('✖')} refused before the call: ${refusal.message}`,
    ...detailRows(refusal.details, style),
  ]
    .map(onOneLine)
    .join('\n');
}

const detailRows = (details: readonly Detail[], style: Style): string[] => [
  ...details
    .slice(0, MAX_DETAILS)
    .map(({ path, message }) => row('!', `${path || '(root)'}  ${message}`, style)),
  ...(details.length > MAX_DETAILS ? [`${INDENT}and ${details.length - MAX_DETAILS} more`] : []),
];

/** On one line, with every control character escaped. */
const jsonOf = (text = 'null'): string => printableJson(compactJson(text));

function row(
  label: string,
  text: string,
  style: Style,
  columns = (style.columns ?? WIDTH) - INDENT.length - LABEL_WIDTH,
): string {
  const sign = label === '!' ? style.yellow(label) : label;
  const gap = ' '.repeat(LABEL_WIDTH - label.length);
  return `${INDENT}${sign}${gap}${cutToWidth(text, Math.max(columns, LABEL_WIDTH))}`;
}
