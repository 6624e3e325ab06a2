import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { showState } from '../show/listing-state.ts';

export const listingsPause: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings pause text-insights', 'buyers cannot call it until it is resumed']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { listings } = await client();
      showState(output, await listings.pause(id, { signal: shell.signal }));
    });
