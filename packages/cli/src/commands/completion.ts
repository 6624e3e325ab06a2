import { Argument } from 'commander';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import type { CompletionTree } from '../cli/completion.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type ShellName = (typeof SHELLS)[number];

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'The script contains all commands, options and their values, so completing does not start mkt; generate it again after an update.',
    isConnected: false,
    examples: [
      ["echo 'source <(mkt completion bash)' >> ~/.bashrc", 'bash'],
      ["echo 'source <(mkt completion zsh)' >> ~/.zshrc", 'zsh, below compinit'],
      ['mkt completion fish > ~/.config/fish/completions/mkt.fish', 'fish'],
      ['mkt completion powershell >> $PROFILE', 'PowerShell, once for each version of mkt'],
    ],
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: ShellName, options: GlobalOptions) => {
      const { output } = open(options);
      const { completionTree } = await import('../cli/completion.ts');
      const script = await scriptFor(shell, await completionTree());
      output.result({ shell, script }, () => script.trimEnd());
    });

async function scriptFor(shell: ShellName, tree: CompletionTree): Promise<string> {
  switch (shell) {
    case 'bash':
      return (await import('../cli/completion-scripts.ts')).bashScript(tree);
    case 'zsh':
      return (await import('../cli/completion-scripts.ts')).zshScript(tree);
    case 'fish':
      return (await import('../cli/completion-scripts.ts')).fishScript(tree);
    case 'powershell':
      return (await import('../cli/completion-scripts.ts')).powershellScript(tree);
  }
}
