import { Help, type Command } from 'commander';
import { COMMANDS, NOUNS, type Entry } from './command-table.ts';
import { buildCommand } from './new-command.ts';
import { GLOBAL_WITH_VALUE, route } from './route.ts';

/** Printed instead of suggestions where a file is expected: shells know best how to complete file names. */
export const FILES = ':files';

interface Suggestion {
  word: string;
  summary: string;
}

type Suggestions = Suggestion[] | typeof FILES;

/**
 * What the scripts of `mkt completion` show: a line for each word, with a tab before its summary.
 *
 * @param argv the word to complete, after a `=` because PowerShell does not pass empty arguments; and the
 *   words before it
 */
export async function complete([marked = '=', ...before]: readonly string[]): Promise<string> {
  const current = marked.slice(1);
  const suggested = await suggest(before, current);
  if (suggested === FILES) return `${FILES}\n`;
  const typed = valueIn(current) ?? current;
  return suggested
    .filter(({ word }) => word.startsWith(typed))
    .map(({ word, summary }) => `${word}\t${summary}\n`)
    .join('');
}

/** `failed` of `--state=failed`. */
const valueIn = (word: string): string | undefined => /^--[^=]+=(.*)$/s.exec(word)?.[1];

async function suggest(before: readonly string[], current: string): Promise<Suggestions> {
  if (GLOBAL_WITH_VALUE.has(before.at(-1) ?? '')) return [];
  const target = route(before);
  switch (target.kind) {
    case 'overview':
      return firstWords();
    case 'no-verb':
      return verbsOf(target.noun);
    case 'command':
      return afterCommand(target.entry, target.argv, current);
    case 'version':
    case 'noun-help':
    case 'no-noun':
    case 'unknown':
      return [];
  }
}

const firstWords = (): Suggestion[] => [
  ...Object.entries(NOUNS).map(([word, { summary }]) => ({ word, summary })),
  ...COMMANDS.filter(({ name }) => !name.includes(' ')).flatMap(({ name, alias, summary }) =>
    [name, ...(alias === undefined ? [] : [alias])].map((word) => ({ word, summary })),
  ),
  { word: '--help', summary: 'show this help' },
  { word: '--version', summary: 'print the version' },
];

/** The second words of a noun, or of a command that has some, such as `sales`. */
const verbsOf = (first: string): Suggestion[] =>
  COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name, summary }) => ({
    word: name.slice(first.length + 1),
    summary,
  }));

const noSession = () => {
  throw new Error('Completion does not run commands.');
};

async function afterCommand(
  entry: Entry,
  args: readonly string[],
  current: string,
): Promise<Suggestions> {
  // The options of a program that gets the arguments are not known here.
  if (entry.kind === 'passed-on') return [];
  const command = await buildCommand(entry, noSession);
  const { option, words } = readArguments(command, args);
  if (option) return valuesOf(valueName(option.flags), option.argChoices);
  if (valueIn(current) !== undefined) {
    const named = optionOf(command, current);
    return named ? valuesOf(valueName(named.flags), named.argChoices) : [];
  }
  if (current.startsWith('-')) return flagsOf(command);
  const [argument] = command.registeredArguments;
  const values = argument && words === 0 ? valuesOf(argument.name(), argument.argChoices) : [];
  return values === FILES ? values : [...(words === 0 ? verbsOf(entry.name) : []), ...values];
}

const flagsOf = (command: Command): Suggestion[] =>
  new Help()
    .visibleOptions(command)
    .flatMap(({ short, long, description }) =>
      [short, long].flatMap((word) => (word ? [{ word, summary: description }] : [])),
    );

const optionOf = (command: Command, word: string) =>
  command.options.find(({ short, long }) => [short, long].includes(word.split('=')[0]));

/** The option that still needs its value, if there is one, and the number of words that are not options. */
function readArguments(command: Command, args: readonly string[]) {
  let option: ReturnType<typeof optionOf>;
  let words = 0;
  for (const argument of args) {
    if (option) option = undefined;
    else if (argument.startsWith('-')) {
      const named = optionOf(command, argument);
      const takesValue = named?.required === true || named?.optional === true;
      if (takesValue && !argument.includes('=')) option = named;
    } else words += 1;
  }
  return { option, words };
}

const valueName = (flags: string): string => /[<[]([\w-]+)/.exec(flags)?.[1] ?? '';

/** Files where the name of the value says so, as in `--secret-file <file>` or `[folder]`. */
function valuesOf(name: string, choices: readonly string[] | undefined): Suggestions {
  if (choices) return choices.map((word) => ({ word, summary: word }));
  return /^(file|folder)$/.test(name) ? FILES : [];
}
