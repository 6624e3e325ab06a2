import { Option } from 'commander';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { CommandFactory } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { withoutUndefined } from '../cli/without-undefined.ts';
import { confirmStep, webhookFacts } from '../show/webhook.ts';

interface WebhooksUpdateOptions extends GlobalOptions {
  url?: string;
  state?: 'active' | 'paused';
}

export const webhooksUpdate: CommandFactory = (open) =>
  newCommand({
    description:
      'While a webhook is paused, nothing is sent to it, and orders that settle are not delivered later. A new URL must answer a challenge before anything else is sent to it.',
    examples: [
      ['mkt webhooks update 01993b32-6a10-7e05-9d47-2b8c0f3a6e18 --state paused', 'pause it'],
      [
        'mkt webhooks update 01993b32-6a10-7e05-9d47-2b8c0f3a6e18 --state active',
        'resume it, or enable it again',
      ],
    ],
  })
    .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
    .option('--url <url>', 'another URL')
    .addOption(new Option('--state <state>', 'new state').choices(['active', 'paused']))
    .action(async (id: string, { url, state, ...options }: WebhooksUpdateOptions) => {
      if (url === undefined && state === undefined) {
        throw new CliError('invalid_usage', 'Nothing to change.', {
          next: `Pass a new URL or state: mkt webhooks update ${quoteArgument(id)} --state paused`,
        });
      }
      const { client, output, shell } = open(options);
      const { webhooks } = await client();
      const change = withoutUndefined({ url, state });
      const webhook = await webhooks.update(id, change, { signal: shell.signal });
      output.result(webhook, webhookFacts);
      const step = confirmStep(webhook);
      if (step !== undefined) output.line(step);
    });
