import type { CompletedOption, CompletionTree, Values } from './completion.ts';
import { valueFlags } from './shell-command.ts';

/** A script for fish, which suggests options by itself once it knows their command. */
export function fishScript(tree: CompletionTree): string {
  const { words, nouns, commands } = tree;
  const nounNames = [...nouns.keys()].join(' ');
  const lines = [
    ...words.map(({ word, summary }) => rule('', `-a ${word} -d ${quotedForFish(summary)}`)),
    rule('', `-l help -d 'show this help'`),
    rule('', `-l version -d 'print the version'`),
    ...[...nouns].flatMap(([noun, verbs]) =>
      verbs.map(({ word, summary }) => rule(noun, `-a ${word} -d ${quotedForFish(summary)}`)),
    ),
    ...commands.flatMap(({ name, options, argument }) => [
      ...options.map((option) => rule(name, optionText(option))),
      ...(argument ? [rule(name, valuesText(argument))] : []),
    ]),
  ];
  return `# fish completion for mkt. Load it with: mkt completion fish | source
function __mkt_command
  set -l skip 0
  set -l found
  for word in (commandline -opc)[2..-1]
    if test $skip = 1
      set skip 0
      continue
    end
    switch $word
      case ${valueFlags(tree).map(quotedForFish).join(' ')}
        set skip 1
      case '-*'
      case '*'
        if test (count $found) = 0
          set found $word
        else if test (count $found) = 1; and contains -- $found[1] ${nounNames}
          set -a found $word
        end
    end
  end
  test "$found" = "$argv[1]"
end
complete -c mkt -e
complete -c mkt -f
${lines.join('\n')}
`;
}

const rule = (command: string, text: string) =>
  `complete -c mkt -n ${quotedForFish(`__mkt_command "${command}"`)} ${text}`;

function optionText({ flags, description, takesValue, values }: CompletedOption): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const value = takesValue ? [values ? `-r ${valuesText(values)}` : '-x'] : [];
  return [...names, ...value, `-d ${quotedForFish(description)}`].join(' ');
}

function valuesText(values: NonNullable<Values>): string {
  switch (values.kind) {
    case 'files':
      return '-F';
    case 'words':
      return `-f -a ${quotedForFish(values.words.join(' '))}`;
  }
}

const quotedForFish = (text: string) =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
