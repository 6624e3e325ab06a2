import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { confirmStep } from '../show/webhook.ts';

export const webhooksCreate: CommandFactory = (open) =>
  newCommand({
    description:
      'The marketplace sends a request to this URL whenever one of your orders settles, once the URL has answered a challenge. Requests are signed with the secret that this command prints.',
    examples: [
      ['mkt webhooks create https://buyer.example.com/webhooks', 'print the secret, once'],
    ],
  })
    .argument('<url>', 'https URL on a public address')
    .action(async (url: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { webhooks } = await client();
      const webhook = await webhooks.create({ url }, { signal: shell.signal });
      output.result(webhook, ({ secret }) => secret);
      output.done('created', webhook.id);
      output.line('This secret is shown only once: store it safely now.');
      if (webhook.pendingReason !== null) output.line(`${webhook.pendingReason}.`);
      const step = confirmStep(webhook);
      if (step !== undefined) output.line(step);
    });
