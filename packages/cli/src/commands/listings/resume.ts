import { newCommand, type GlobalOptions } from '../../new-command.ts';
import type { CommandFactory } from '../../session.ts';
import { showState } from '../../show/state.ts';

export const command: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings resume text-insights', 'buyers can call it again']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { listings } = await client();
      showState(output, await listings.resume(id, { signal: shell.signal }));
    });
