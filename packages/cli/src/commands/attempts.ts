import type { WebhookAttempt } from '@mkt/protocol';
import { pageOptions, type PageOptions } from '../cli/list-command.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { withoutUndefined } from '../cli/without-undefined.ts';
import { showPage, type PageView } from '../show/page.ts';
import { formatTime } from '../show/time.ts';
import { attemptResult } from '../show/webhook.ts';
import { truncate } from '../terminal/text.ts';

const VIEW: PageView<WebhookAttempt> = {
  headings: ['at', 'order', 'result', 'took', 'next attempt'],
  row: (attempt) => [
    formatTime(attempt.at) ?? '',
    attempt.orderId ?? 'test',
    truncate(attemptResult(attempt), 60),
    `${attempt.durationMs} ms`,
    formatTime(attempt.nextAttemptAt) ?? '',
  ],
  empty: 'Nothing has been sent to this webhook in the last 7 days.',
};

export const webhooksAttempts: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt webhooks attempts 01993b32-6a10-7e05-9d47-2b8c0f3a6e18', 'the newest 20 attempts'],
      ],
    }).argument('<webhook>', 'id of the webhook (see mkt webhooks list)'),
  ).action(async (id: string, options: GlobalOptions & PageOptions) => {
    const { client, output, shell } = open(options);
    const { webhooks } = await client();
    const { limit, cursor } = options;
    const query = withoutUndefined({ limit, cursor });
    await showPage(output, await webhooks.attempts(id, query, { signal: shell.signal }), VIEW);
  });
