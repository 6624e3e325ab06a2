import { FILES } from './completion.ts';

/**
 * For bash 3.2 (macOS) and newer; it does not need the package bash-completion. It only splits the typed
 * text and never evaluates it: `mkt run '$(…` must run nothing.
 */
const BASH = `# bash completion for mkt. Load it with: source <(mkt completion bash)
_mkt() {
  local line=\${COMP_LINE:0:COMP_POINT} cur= word= summary= last
  local -a words
  COMPREPLY=()
  read -r -a words <<< "$line"
  case $line in
    *[[:space:]]) ;;
    *) last=$((\${#words[@]} - 1)); cur=\${words[last]}; unset "words[last]" ;;
  esac
  while IFS=$'\\t' read -r word summary; do
    if [ "$word" = ${FILES} ]; then
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${cur#--*=}")
      type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("$word")
    fi
  done < <(mkt __complete "=$cur" "\${words[@]:1}" 2>/dev/null)
}
complete -F _mkt mkt
`;

/** As a file `_mkt` in a folder of `$fpath`, or sourced after `compinit`. */
const ZSH = `#compdef mkt
# zsh completion for mkt. Load it with: source <(mkt completion zsh)
_mkt() {
  local suggested cur=\${words[CURRENT]}
  local -a reply
  for suggested in \${(f)"$(mkt __complete "=$cur" "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"}; do
    # In _describe, the first colon that is not escaped ends the word.
    reply+=("\${\${suggested%%$'\\t'*}//:/\\\\:}:\${suggested#*$'\\t'}")
  done
  [[ $cur == --*=* ]] && compset -P '*='
  if [[ \${suggested:-} == ${FILES} ]]; then
    _files
  elif (( \${#reply} )); then
    _describe mkt reply
  else
    return 1
  fi
}
if [[ \${funcstack[1]} == _mkt ]]; then _mkt "$@"; else compdef _mkt mkt; fi
`;

const FISH = `# fish completion for mkt. Load it with: mkt completion fish | source
function __mkt_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  set -l option (string match -r -- '^--[^=]+=' "$current")
  set -l suggested (mkt __complete "=$current" $before[2..-1] 2>/dev/null)
  if test "$suggested" = ${FILES}
    __fish_complete_path (string replace -- "$option" '' "$current")
  else if test (count $suggested) -gt 0
    printf "%s\\n" "$option"$suggested
  end
end
complete -c mkt -e
complete -c mkt -f -a '(__mkt_complete)'
`;

/** For PowerShell 5.1 and newer. */
const POWERSHELL = `# PowerShell completion for mkt. Load it with: mkt completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mkt -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } | ForEach-Object { $_.Extent.Text })
  $option = ''
  if ($wordToComplete -match '^--[^=]+=') { $option = $Matches[0] }
  mkt __complete "=$wordToComplete" @before 2>$null | ForEach-Object {
    $word, $summary = $_ -split [char]9, 2
    if ($word -eq '${FILES}') {
      Get-ChildItem -Path "$($wordToComplete.Substring($option.Length))*" -Name -ErrorAction SilentlyContinue | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($option + "'" + $_.Replace("'", "''") + "'", $_, 'ParameterValue', $_)
      }
    } else {
      [System.Management.Automation.CompletionResult]::new($option + $word, $word, 'ParameterValue', $summary)
    }
  }
}
`;

/** Each asks `mkt __complete`, which knows the commands; see completion.ts. */
export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };
