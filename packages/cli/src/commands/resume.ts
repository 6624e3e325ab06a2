import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { showState } from '../show/listing-state.ts';

export const listingsResume: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings resume text-insights', 'buyers can call it again']],
  })
    .argument('<listing>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { listings } = await client();
      showState(output, await listings.resume(id, { signal: shell.signal }));
    });
