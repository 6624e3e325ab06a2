import type { CompletionTree } from './completion.ts';
import { FILES, flagsOf, valueFlags, valueText, withValue } from './shell-command.ts';

/**
 * A script for bash 3.2 (macOS) and newer that needs neither the package bash-completion nor a start
 * of mkt. It only splits the typed text and never evaluates it: `mkt run '$(…` must run nothing.
 */
export function bashScript(tree: CompletionTree): string {
  const { words, nouns, commands } = tree;
  const namesOf = (list: { word: string }[]) => list.map(({ word }) => word).join(' ');
  const verbs = [...nouns].map(([noun, list]) => `    ${noun}) reply='${namesOf(list)}' ;;`);
  const options = commands.map(
    (command) => `    '${command.name}') reply='${flagsOf(command).join(' ')}' ;;`,
  );
  const args = commands.flatMap(({ name, argument }) => {
    const text = valueText(argument);
    return text === '' ? [] : [`    '${name}') reply='${text}' ;;`];
  });
  const values = commands.flatMap((command) =>
    withValue(command).flatMap(({ flags, values: suggested }) => {
      const text = valueText(suggested);
      const patterns = flags.map((flag) => `'${command.name} ${flag}'`).join('|');
      return text === '' ? [] : [`    ${patterns}) reply='${text}' ;;`];
    }),
  );
  return `# bash completion for mkt. Load it with: source <(mkt completion bash)
_mkt() {
  local line=\${COMP_LINE:0:COMP_POINT} reply= command= option= cur= word= noun= count=0 i
  local -a words
  COMPREPLY=()
  read -r -a words <<< "$line"
  case $line in
    *[[:space:]]) ;;
    *) i=$((\${#words[@]} - 1)); cur=\${words[i]}; unset "words[i]" ;;
  esac
  for ((i = 1; i < \${#words[@]}; i++)); do
    word=\${words[i]}
    if [ -n "$option" ]; then option=; continue; fi
    case $word in
      ${valueFlags(tree).join('|')}) option=$word ;;
      -*) ;;
      *)
        count=$((count + 1))
        if [ "$count" = 1 ]; then command=$word; else
          case $command in
            ${[...nouns.keys()].join('|')}) command="$command $word"; count=1 ;;
          esac
        fi ;;
    esac
  done
  case $cur in
    --*=*) option=\${cur%%=*}; cur=\${cur#*=} ;;
  esac
  if [ -n "$option" ]; then
    case "$command $option" in
${values.join('\n')}
    esac
  elif [ -z "$command" ]; then
    reply='${namesOf(words)} --help --version'
  else
    case $command in
${verbs.join('\n')}
    esac
    case $cur in
      -*)
        case $command in
${options.map((line) => `    ${line}`).join('\n')}
        esac ;;
      *)
        if [ "$count" = 1 ]; then
          case $command in
${args.map((line) => `      ${line}`).join('\n')}
          esac
        fi ;;
    esac
  fi
  if [ "$reply" = ${FILES} ]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
    type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
  elif [ -n "$reply" ]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$reply" -- "$cur")
  fi
}
complete -F _mkt mkt
`;
}
