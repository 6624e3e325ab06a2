import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { providerLines } from '../show/provider.ts';

export const providersShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt providers show text-insights', 'see why it was flagged']],
  })
    .argument('<provider>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { providers } = await client();
      output.result(await providers.get(id, { signal: shell.signal }), providerLines);
    });
