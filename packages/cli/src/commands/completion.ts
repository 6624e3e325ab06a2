import { Argument } from 'commander';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { SCRIPTS } from '../cli/completion-scripts.ts';

type ShellName = keyof typeof SCRIPTS;

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'The script asks mkt what can come next, so you need not generate it again after an update.',
    isConnected: false,
    examples: [
      ["echo 'source <(mkt completion bash)' >> ~/.bashrc", 'bash'],
      ["echo 'source <(mkt completion zsh)' >> ~/.zshrc", 'zsh, below compinit'],
      ['mkt completion fish > ~/.config/fish/completions/mkt.fish', 'fish'],
      ['mkt completion powershell >> $PROFILE', 'PowerShell'],
    ],
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((shell: ShellName, options: GlobalOptions) => {
      const { output } = open(options);
      const script = SCRIPTS[shell];
      output.result({ shell, script }, () => script.trimEnd());
    });
