import { wrappedRow, wrapWords } from '../terminal/wrap.ts';
import { COMMANDS, NOUNS, type Entry, type Group } from './command-table.ts';

const GROUPS: readonly Group[] = ['Sell', 'Buy', 'Account', 'Marketplace'];
const NAME_WIDTH = 20;
/** Where output is not a terminal. */
const WIDTH = 100;

/** The rows of a help, wrapped at the width of the terminal. */
const rowsFor =
  (columns = WIDTH) =>
  (name: string, text: string) =>
    wrappedRow(name, text, { width: NAME_WIDTH, columns });

/** The verbs of a noun, in the table's order. */
export const verbsOf = (noun: string): string[] =>
  COMMANDS.filter(({ name }) => name.startsWith(`${noun} `)).map(({ name }) =>
    name.slice(noun.length + 1),
  );

/** A verb shares the row of its noun, unless it is in another group. */
function hasOwnRow({ name, group }: Entry): boolean {
  const noun = NOUNS[name.split(' ', 1)[0] ?? ''];
  return noun === undefined || noun.group !== group;
}

/** `mkt --help`, made from the table alone, so that it loads neither the parser nor a command. */
export function overview(columns?: number): string {
  const row = rowsFor(columns);
  const lines = [
    ...wrapWords(
      'Sell any HTTP service per call, and call the services of other sellers.',
      columns ?? Infinity,
    ),
    '',
    'Usage: mkt <command> [options]',
  ];
  for (const group of GROUPS) {
    lines.push('', group);
    const own = COMMANDS.filter((entry) => entry.group === group && hasOwnRow(entry));
    for (const { name, alias, summary } of own) {
      lines.push(...row(alias === undefined ? name : `${name}, ${alias}`, summary));
    }
    for (const [noun, about] of Object.entries(NOUNS)) {
      if (about.group !== group) continue;
      lines.push(...row(noun, `${about.summary}: ${verbsOf(noun).join(', ')}`));
    }
  }
  const notes = [
    '',
    'Every command: --help, --json, --no-input, --no-color, --verbose.',
    'Exit codes: 0 success, 1 failure, 2 bad usage or input, 3 the order, review or a check failed, ' +
      '4 not allowed, 5 not found, 6 conflict, 7 marketplace unreachable, 8 timed out, 130 interrupted.',
    '',
    'mkt <command> --help shows the options and examples of a command.',
  ];
  lines.push(...notes.flatMap((note) => wrapWords(note, columns ?? WIDTH)));
  return `${lines.join('\n')}\n`;
}

const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** `mkt orders --help`. */
export function nounHelp(noun: string, columns?: number): string {
  const row = rowsFor(columns);
  const rows = COMMANDS.filter(({ name }) => name.startsWith(`${noun} `)).flatMap(
    ({ name, summary }) => row(name, summary),
  );
  return [
    `Commands for ${lowerFirst(NOUNS[noun]?.summary ?? noun)}.`,
    '',
    `Usage: mkt ${noun} <command> [options]`,
    '',
    ...rows,
    '',
  ].join('\n');
}
