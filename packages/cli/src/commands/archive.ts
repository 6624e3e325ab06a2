import { confirm } from '../input/confirm.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { showState } from '../show/listing-state.ts';

interface ListingsArchiveOptions extends GlobalOptions {
  yes?: boolean;
}

export const listingsArchive: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt listings archive text-insights --yes', 'without confirmation']],
  })
    .argument('<listing>', 'slug or id')
    .option('-y, --yes', 'archive without confirmation')
    .action(async (id: string, options: ListingsArchiveOptions) => {
      const session = open(options);
      await confirm(session, `Archive ${id}? This cannot be undone.`, options.yes);
      const { listings } = await session.client();
      showState(session.output, await listings.archive(id, { signal: session.shell.signal }));
    });
