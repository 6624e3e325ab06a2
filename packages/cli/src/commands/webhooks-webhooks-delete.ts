import { confirm } from '../input/confirm.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';

interface WebhooksDeleteOptions extends GlobalOptions {
  yes?: boolean;
}

export const webhooksDelete: CommandFactory = (open) =>
  newCommand({
    examples: [
      ['mkt webhooks delete 01993b32-6a10-7e05-9d47-2b8c0f3a6e18 --yes', 'without confirmation'],
    ],
  })
    .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
    .option('-y, --yes', 'delete without confirmation')
    .action(async (id: string, options: WebhooksDeleteOptions) => {
      const session = open(options);
      await confirm(session, `Delete webhook ${id}?`, options.yes);
      const { webhooks } = await session.client();
      await webhooks.delete(id, { signal: session.shell.signal });
      session.output.result({ deleted: id }, () => '');
      session.output.done('deleted', id);
    });
