import { type Command, Help, type Option } from 'commander';
import { COMMANDS, NOUNS } from './command-table.ts';
import { buildCommand } from './new-command.ts';

/** What a script completes as the value of an option or as an argument. */
export const FILES = ':files';

/** The words to suggest as one text, `:files`, or nothing. */
export function valueText(values: Values): string {
  switch (values?.kind) {
    case 'words':
      return values.words.join(' ');
    case 'files':
      return FILES;
    case undefined:
      return '';
  }
}

export const flagsOf = ({ options }: CompletedCommand): string[] =>
  options.flatMap(({ flags }) => flags);

export const withValue = ({ options }: CompletedCommand): CompletedOption[] =>
  options.filter(({ takesValue }) => takesValue);

/** Every flag that takes a value in some command: its value is not a word of the command. */
export const valueFlags = ({ commands }: CompletionTree): string[] => [
  ...new Set(commands.flatMap((command) => withValue(command).flatMap(({ flags }) => flags))),
];

/** The values of an option or an argument; `null` if nothing can be suggested. */
export type Values = { kind: 'words'; words: string[] } | { kind: 'files' } | null;

export interface CompletedOption {
  /** `--listing`, and `-y` if it has a short form. */
  flags: string[];
  description: string;
  takesValue: boolean;
  values: Values;
}

export interface CompletedCommand {
  /** One word, or a noun and a verb. */
  name: string;
  summary: string;
  options: CompletedOption[];
  /** Its first argument. */
  argument: Values;
}

export interface CompletedWord {
  word: string;
  summary: string;
}

/** What the scripts of all shells are generated from. */
export interface CompletionTree {
  /** The first words: commands, their aliases and nouns. */
  words: CompletedWord[];
  /** The verbs of each noun. */
  nouns: Map<string, CompletedWord[]>;
  commands: CompletedCommand[];
}

/** Words that mean the same in every shell, unquoted. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Reads every command of the table; loads them all. */
export async function completionTree(): Promise<CompletionTree> {
  const words: CompletedWord[] = [];
  const nouns = new Map<string, CompletedWord[]>();
  const commands: CompletedCommand[] = [];
  for (const [noun, { summary }] of Object.entries(NOUNS)) {
    words.push({ word: noun, summary });
    nouns.set(noun, []);
  }
  for (const entry of COMMANDS) {
    const { name, alias, summary } = entry;
    const [first = '', verb] = name.split(' ');
    if (verb === undefined) words.push({ word: first, summary });
    else nouns.get(first)?.push({ word: verb, summary });
    const command = entry.kind === 'own' ? await buildCommand(entry, noSession) : undefined;
    const completed = { name, summary, ...(command ? partsOf(command) : NO_PARTS) };
    commands.push(completed);
    if (alias === undefined) continue;
    words.push({ word: alias, summary });
    commands.push({ ...completed, name: alias });
  }
  return { words, nouns, commands };
}

/** A command that passes its arguments on has options of its own, which are not known here. */
const NO_PARTS = { options: [], argument: null };

const noSession = () => {
  throw new Error('Completion does not run commands.');
};

function partsOf(command: Command): Pick<CompletedCommand, 'options' | 'argument'> {
  const [argument] = command.registeredArguments;
  return {
    options: new Help().visibleOptions(command).map(optionOf),
    argument: argument ? valuesOf(argument.name(), argument.argChoices) : null,
  };
}

function optionOf(option: Option): CompletedOption {
  const { short, long, required, optional, argChoices, flags, description } = option;
  const takesValue = required || optional;
  const [, valueName = ''] = /[<[]([\w-]+)/.exec(flags) ?? [];
  return {
    flags: [short, long].filter((flag) => flag !== undefined && PLAIN.test(flag)) as string[],
    description,
    takesValue,
    values: takesValue ? valuesOf(valueName, argChoices) : null,
  };
}

/** Files where the name of the value says so, as in `--secret-file <file>` or `[folder]`. */
function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices) return { kind: 'words', words: choices.filter((word) => PLAIN.test(word)) };
  return /^(file|folder)$/.test(name) ? { kind: 'files' } : null;
}
