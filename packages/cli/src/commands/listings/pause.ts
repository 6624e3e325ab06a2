import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { showState } from '../../show/listing-state.ts';

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
