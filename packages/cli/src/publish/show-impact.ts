import type { Style } from '../terminal/style.ts';
import { findingText } from '../show/check.ts';
import { truncate } from '../terminal/text.ts';
import type { PastOrders, Refusals } from './assess-update.ts';
import type { Impact } from './publish-event.ts';

const IMPACT_NAME_WIDTH = 13;
const MAX_FINDINGS = 10;
const MAX_REASON = 80;

const MEANINGS = {
  same: 'nothing changes for buyers',
  safe: 'what buyers send and read today still works',
  breaking: 'buyers have to change their code, or the price that they accept',
  unknown: 'it could not be shown that existing calls still work',
} as const satisfies Record<Impact['verdict'], string>;

/** Begins the confirmation prompt. An unknown change counts as breaking. */
export const BREAKING = 'This change counts as breaking for buyers. ';

/** What a change means for buyers: the verdict in words, its findings, and what past orders show. */
export function impactLines(
  { verdict, findings, pastOrders }: Omit<Impact, 'isBreaking'>,
  style: Style,
): string[] {
  const paint = verdict === 'breaking' || verdict === 'unknown' ? style.red : style.green;
  const shown = findings.slice(0, MAX_FINDINGS);
  const more = findings.length - shown.length;
  return [
    `  ${paint(MEANINGS[verdict])}`,
    ...shown.map((finding) => `    ${finding.severity.padEnd(8)} ${findingText(finding)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...(pastOrders ? pastOrderLines(pastOrders, style) : []),
  ];
}

function pastOrderLines({ read, stopped, inputs, results }: PastOrders, style: Style): string[] {
  if (read === 0 && stopped === null) return [line(style.dim('-'), 'orders', 'there are none yet')];
  const unread = `${read === 0 ? 'not checked' : `only the newest ${grouped(read)} were checked`}: ${stopped}`;
  return [
    ...(inputs ? [refusalLine('inputSchema', 'input', inputs, style)] : []),
    ...(results ? [refusalLine('outputSchema', 'result', results, style)] : []),
    ...(stopped === null ? [] : [line(style.yellow('!'), 'orders', unread)]),
  ];
}

function refusalLine(
  schema: string,
  what: 'input' | 'result',
  refusals: Refusals,
  style: Style,
): string {
  const { checked, refused, undecided } = refusals;
  const late = undecided > 0 ? `; ${counted(undecided, what)} could not be checked in time` : '';
  const name = `past ${what}s`;
  if (refused > 0) {
    return line(style.red('✖'), name, `${schema} ${refusalText(refusals, what)}${late}`);
  }
  if (checked === 0) return line(style.dim('-'), name, `none could be checked${late}`);
  const sign = undecided > 0 ? style.yellow('!') : style.green('✔');
  return line(sign, name, `${schema} refuses none of ${counted(checked, what)}${late}`);
}

/** `refuses 37 of 1,000 inputs of 4 buyers, first at /lang: is required`. */
export function refusalText(
  { checked, refused, buyers, first }: Refusals,
  what: 'input' | 'result',
): string {
  const whose = what === 'input' ? ` of ${counted(buyers, 'buyer')}` : '';
  const reason = first
    ? `, first at ${first.path || 'the root'}: ${truncate(first.message, MAX_REASON)}`
    : '';
  return `refuses ${grouped(refused)} of ${counted(checked, what)}${whose}${reason}`;
}

const line = (sign: string, name: string, text: string) =>
  `  ${sign} ${name.padEnd(IMPACT_NAME_WIDTH)} ${text}`;

const grouped = (count: number) => count.toLocaleString('en');

const counted = (count: number, noun: string) =>
  `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
