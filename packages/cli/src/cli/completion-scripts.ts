import type { CompletedWord, CompletionTree } from './completion.ts';
import { FILES, valueFlags, valueText, withValue } from './shell-command.ts';

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
