import { confirm } from '../input/confirm.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';

interface ProvidersDeleteOptions extends GlobalOptions {
  yes?: boolean;
}

export const providersDelete: CommandFactory = (open) =>
  newCommand({
    description: 'A provider that was published can only be archived: mkt listings archive.',
    examples: [['mkt providers delete my-draft --yes', 'without confirmation']],
  })
    .argument('<provider>', 'slug or id')
    .option('-y, --yes', 'delete without confirmation')
    .action(async (id: string, options: ProvidersDeleteOptions) => {
      const session = open(options);
      await confirm(session, `Delete ${id}?`, options.yes);
      const { providers } = await session.client();
      await providers.delete(id, { signal: session.shell.signal });
      session.output.result({ deleted: id }, () => '');
      session.output.done('deleted', id);
    });
