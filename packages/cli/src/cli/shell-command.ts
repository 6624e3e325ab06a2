import type { CompletedCommand, CompletedOption, CompletionTree, Values } from './completion.ts';

/** What a script must know of a value after an option or in the place of an argument. */
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
