import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { webhookFacts } from '../show/webhook.ts';

export const webhooksShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt webhooks show 01993b32-6a10-7e05-9d47-2b8c0f3a6e18', 'one of your webhooks']],
  })
    .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { webhooks } = await client();
      output.result(await webhooks.get(id, { signal: shell.signal }), webhookFacts);
    });
