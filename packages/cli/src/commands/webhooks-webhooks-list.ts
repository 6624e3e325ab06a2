import type { Webhook } from '@mkt/protocol';
import { listCommand } from '../cli/list-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { formatTime } from '../show/time.ts';
import { truncate } from '../terminal/text.ts';

export const webhooksList: CommandFactory = (open) =>
  listCommand<Webhook>(open, {
    examples: [['mkt webhooks list --json', 'as JSON, with the reason for each state']],
    load: ({ webhooks }, query, options) => webhooks.list(query, options),
    headings: ['id', 'state', 'url', 'created'],
    row: (webhook) => [
      webhook.id,
      webhook.state,
      truncate(webhook.url, 80),
      formatTime(webhook.createdAt) ?? '',
    ],
    empty: 'You have no webhooks. Create one: mkt webhooks create https://example.com/webhooks',
  });
