import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { CommandFactory } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { attemptResult } from '../show/webhook.ts';

export const webhooksTest: CommandFactory = (open) =>
  newCommand({
    description:
      'Sends the challenge if the URL has not answered it, otherwise a test. Exits with 3 if the receiver did not accept the request within 15 seconds.',
    examples: [['mkt webhooks test 01993b32-6a10-7e05-9d47-2b8c0f3a6e18', 'send one test request']],
  })
    .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { webhooks } = await client();
      const attempt = await webhooks.test(id, { signal: shell.signal });
      if (attempt.error !== null) {
        throw new CliError('webhook_failed', `${attempt.error}.`, {
          next: `See all attempts: mkt webhooks attempts ${quoteArgument(id)}`,
        });
      }
      output.result(attempt, () => '');
      output.done('sent', attemptResult(attempt));
    });
