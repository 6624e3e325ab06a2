import type { CompletedWord, CompletionTree } from './completion.ts';
import { FILES, valueFlags, valueText, withValue } from './shell-command.ts';

/** A script for zsh: as a file `_mkt` in a folder of `$fpath`, or sourced after `compinit`. */
export function zshScript(tree: CompletionTree): string {
  const { words, nouns, commands } = tree;
  const list = (each: readonly CompletedWord[]) =>
    each.map(({ word, summary }) => quotedForZsh(`${escaped(word)}:${summary}`)).join(' ');
  const verbs = [...nouns].map(([noun, each]) => `    ${noun}) reply=(${list(each)}) ;;`);
  const options = commands.map(
    (command) =>
      `        '${command.name}') reply=(${list(
        command.options.flatMap(({ flags, description }) =>
          flags.map((word) => ({ word, summary: description })),
        ),
      )}) ;;`,
  );
  const args = commands.flatMap(({ name, argument }) => {
    const text = valueText(argument);
    return text === '' ? [] : [`          '${name}') reply=(${text}) ;;`];
  });
  const values = commands.flatMap((command) =>
    withValue(command).flatMap(({ flags, values: suggested }) => {
      const text = valueText(suggested);
      const patterns = flags.map((flag) => `'${command.name} ${flag}'`).join('|');
      return text === '' ? [] : [`      ${patterns}) reply=(${text}) ;;`];
    }),
  );
  return `#compdef mkt
# zsh completion for mkt. Load it with: source <(mkt completion zsh)
_mkt() {
  local line_word found_option= found= current=\${words[CURRENT]}
  local -a reply
  integer at count=0
  for ((at = 2; at < CURRENT; at++)); do
    line_word=\${words[at]}
    if [[ -n $found_option ]]; then found_option=; continue; fi
    case $line_word in
      ${valueFlags(tree).join('|')}) found_option=$line_word ;;
      -*) ;;
      *)
        (( ++count ))
        if (( count == 1 )); then found=$line_word; else
          case $found in
            ${[...nouns.keys()].join('|')}) found="$found $line_word"; count=1 ;;
          esac
        fi ;;
    esac
  done
  if [[ $current == --*=* ]]; then
    found_option=\${current%%=*}
    compset -P '*='
  fi
  if [[ -n $found_option ]]; then
    case "$found $found_option" in
${values.join('\n')}
    esac
  elif [[ -z $found ]]; then
    reply=(${list(words)} '--help:show this help' '--version:print the version')
  else
    case $found in
${verbs.join('\n')}
    esac
    case $current in
      -*)
        case $found in
${options.join('\n')}
        esac ;;
      *)
        if (( count == 1 )); then
          case $found in
${args.join('\n')}
          esac
        fi ;;
    esac
  fi
  if [[ \${reply[1]} == ${FILES} ]]; then
    _files
  elif (( \${#reply} )); then
    _describe mkt reply
  else
    return 1
  fi
}
if [[ \${funcstack[1]} == _mkt ]]; then _mkt "$@"; else compdef _mkt mkt; fi
`;
}

/** In `_describe` the first colon that is not escaped ends the word. */
const escaped = (word: string) => word.replaceAll(':', String.raw`\:`);
const quotedForZsh = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
