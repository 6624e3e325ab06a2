import {
  type CompletedOption,
  type CompletedWord,
  type CompletionTree,
  FILES,
  flagsOf,
  valueFlags,
  type Values,
  valueText,
  withValue,
} from './completion.ts';

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

/** A script for PowerShell 5.1 and newer. */
export function powershellScript(tree: CompletionTree): string {
  const { words, nouns, commands } = tree;
  const list = (each: readonly CompletedWord[]) =>
    each
      .map(
        ({ word, summary }) => `@(${quotedForPowerShell(word)}, ${quotedForPowerShell(summary)})`,
      )
      .join(', ');
  const entry = (name: string, text: string) => `    ${quotedForPowerShell(name)} = @(${text})`;
  const verbs = [...nouns].map(([noun, each]) => entry(noun, list(each)));
  const options = commands.map((command) =>
    entry(
      command.name,
      list(
        command.options.flatMap(({ flags, description }) =>
          flags.map((word) => ({ word, summary: description })),
        ),
      ),
    ),
  );
  const args = commands.flatMap(({ name, argument }) => {
    const text = valueText(argument);
    return text === '' ? [] : [`    ${quotedForPowerShell(name)} = ${quotedForPowerShell(text)}`];
  });
  const values = commands.flatMap((command) =>
    withValue(command).flatMap(({ flags, values: suggested }) => {
      const text = valueText(suggested);
      return text === ''
        ? []
        : flags.map(
            (flag) =>
              `    ${quotedForPowerShell(`${command.name} ${flag}`)} = ${quotedForPowerShell(text)}`,
          );
    }),
  );
  return `# PowerShell completion for mkt. Load it with: mkt completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mkt -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @(${list(words)}, @('--help', 'show this help'), @('--version', 'print the version'))
  $verbs = @{
${verbs.join('\n')}
  }
  $options = @{
${options.join('\n')}
  }
  $arguments = @{
${args.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $withValue = @(${valueFlags(tree).map(quotedForPowerShell).join(', ')})
  $command = ''
  $option = ''
  $count = 0
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } | ForEach-Object { $_.Extent.Text })
  foreach ($word in $typed) {
    if ($option -ne '') { $option = ''; continue }
    if ($withValue -ccontains $word) { $option = $word; continue }
    if ($word.StartsWith('-')) { continue }
    $count++
    if ($count -eq 1) { $command = $word }
    elseif ($verbs.ContainsKey($command)) { $command = "$command $word"; $count = 1 }
  }
  $found = @()
  $text = ''
  if ($option -ne '') { $text = $values["$command $option"] }
  elseif ($command -eq '') { $found = $words }
  elseif ($verbs.ContainsKey($command)) { $found = $verbs[$command] }
  elseif ($wordToComplete.StartsWith('-')) { $found = $options[$command] }
  elseif ($count -eq 1) { $text = $arguments[$command] }
  if ($text -eq '${FILES}') {
    Get-ChildItem -Path "$wordToComplete*" -Name -ErrorAction SilentlyContinue | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new("'" + $_.Replace("'", "''") + "'", $_, 'ParameterValue', $_)
    }
    return
  }
  if ($text) { $found = @($text.Split(' ') | ForEach-Object { , @($_, $_) }) }
  $found | Where-Object { $_ -and $_[0].StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

const quotedForPowerShell = (text: string) => `'${text.replaceAll("'", "''")}'`;
