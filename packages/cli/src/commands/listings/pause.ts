import { newCommand, type GlobalOptions } from '../../new-command.ts';
import type { CommandFactory } from '../../session.ts';
import { showState } from '../../show/state.ts';

export const command: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings pause text-insights', 'buyers cannot call it now']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { listings } = await client();
      showState(output, await listings.pause(id, { signal: shell.signal }));
    });
