import type { Delivery, Webhook, WebhookAttempt } from '@mkt/protocol';
import { Option } from 'commander';
import { listCommand, pageOptions, type PageOptions } from '../cli/list-command.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import { durationOption, withoutUndefined } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { confirm } from '../input/ask.ts';
import { facts } from '../show/facts.ts';
import { type PageView, showPage } from '../show/page.ts';
import { formatTime } from '../show/price.ts';
import type { Output } from '../terminal/output.ts';
import type { Style } from '../terminal/style.ts';
import { quoteArgument, truncate } from '../terminal/text.ts';

const webhookFacts = (webhook: Webhook, style: Style): string =>
  facts(
    [
      ['id', webhook.id],
      ['url', webhook.url],
      ['events', webhook.events.join(', ')],
      ['state', webhook.state],
      ['reason', webhook.pendingReason ?? webhook.disabledReason],
      ['created', formatTime(webhook.createdAt)],
    ],
    style,
  );

/** The next step before anything is sent to a webhook that was created or changed. */
const confirmStep = ({ id, state }: Pick<Webhook, 'id' | 'state'>): string | undefined =>
  state === 'pending'
    ? `Nothing is sent to this URL until it has answered the challenge. Send it again: mkt webhooks test ${quoteArgument(id)}`
    : undefined;

/** How an attempt went, in a few words. */
const attemptResult = ({ status, error }: WebhookAttempt): string =>
  error ?? `delivered (${status})`;

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

/** `gracePeriodSeconds` of the request allows as much. */
const MAX_GRACE = '168h';

interface WebhooksRotateOptions extends GlobalOptions {
  grace: string;
  yes?: boolean;
}

export const webhooksRotate: CommandFactory = (open) =>
  newCommand({
    description: 'During the grace period requests are signed with the old and the new secret.',
    examples: [
      ['mkt webhooks rotate 01993b32-6a10-7e05-9d47-2b8c0f3a6e18', 'print the new secret, once'],
    ],
  })
    .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
    .option(
      '--grace <duration>',
      `how long the old secret stays valid, at most ${MAX_GRACE}`,
      '24h',
    )
    .option('-y, --yes', 'skip the confirmation that --grace 0s asks for')
    .action(async (id: string, options: WebhooksRotateOptions) => {
      const session = open(options);
      const gracePeriod = await durationOption('--grace', options.grace, MAX_GRACE);
      if (gracePeriod === 0) {
        await confirm(session, `Invalidate the old secret of ${id} immediately?`, options.yes);
      }
      const { webhooks } = await session.client();
      const { signal } = session.shell;
      const rotated = await webhooks.rotateSecret(id, { gracePeriod, signal });
      session.output.result(rotated, ({ secret }) => secret);
      const until = formatTime(rotated.previousExpiresAt);
      if (until) session.output.line(`The old secret stays valid until ${until}.`);
    });

/** Shows an attempt that succeeded; fails with what to do next if it did not. */
function report(output: Output, attempt: WebhookAttempt, next: string): void {
  if (attempt.error !== null) throw new CliError('webhook_failed', `${attempt.error}.`, { next });
  output.result(attempt, () => '');
  output.done('sent', attemptResult(attempt));
}

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
      report(output, attempt, `See all attempts: mkt webhooks attempts ${quoteArgument(id)}`);
    });

const VIEW: PageView<WebhookAttempt> = {
  headings: ['at', 'delivery', 'order', 'result', 'took', 'next attempt'],
  row: (attempt) => [
    formatTime(attempt.at) ?? '',
    attempt.deliveryId,
    attempt.orderId ?? (attempt.type === 'webhook.test' ? 'test' : 'challenge'),
    truncate(attemptResult(attempt), 60),
    `${attempt.durationMs} ms`,
    formatTime(attempt.nextAttemptAt) ?? '',
  ],
  empty: 'Nothing has been sent to this webhook in the last 7 days.',
};

interface WebhooksAttemptsOptions extends GlobalOptions, PageOptions {
  failed?: boolean;
}

export const webhooksAttempts: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt webhooks attempts 01993b32-6a10-7e05-9d47-2b8c0f3a6e18', 'the newest 20 attempts'],
      ],
    })
      .argument('<webhook>', 'id of the webhook (see mkt webhooks list)')
      .option('--failed', 'only attempts that failed'),
  ).action(async (id: string, options: WebhooksAttemptsOptions) => {
    const { client, output, shell } = open(options);
    const { webhooks } = await client();
    const { limit, cursor, failed } = options;
    const outcome = failed ? ('failed' as const) : undefined;
    const query = withoutUndefined({ limit, cursor, outcome });
    await showPage(output, await webhooks.attempts(id, query, { signal: shell.signal }), VIEW);
  });

const DELIVERY_EXAMPLE = '01993b41-2f40-7c55-8d10-2e9b7a5c4f36';
const DELIVERY_ARGUMENT = 'id of the delivery (see mkt webhooks attempts)';

const deliveryFacts = ({ type, body, nextAttemptAt, attempts }: Delivery, style: Style): string => {
  const shown: [string, string | null | undefined][] = [
    ['type', type],
    ['sent', body],
    ['next attempt', formatTime(nextAttemptAt)],
    ...attempts.flatMap((attempt): [string, string | null | undefined][] => [
      [formatTime(attempt.at) ?? '', `${attemptResult(attempt)}, ${attempt.durationMs} ms`],
      ['returned', attempt.response],
    ]),
  ];
  return facts(shown, style);
};

export const webhooksDelivery: CommandFactory = (open) =>
  newCommand({
    examples: [[`mkt webhooks delivery ${DELIVERY_EXAMPLE} --json`, 'what was sent and returned']],
  })
    .argument('<delivery>', DELIVERY_ARGUMENT)
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { webhooks } = await client();
      output.result(await webhooks.delivery(id, { signal: shell.signal }), deliveryFacts);
    });

export const webhooksSendAgain: CommandFactory = (open) =>
  newCommand({
    description:
      'A success ends the retries. Exits with 3 if the receiver did not accept the request within 15 seconds.',
    examples: [[`mkt webhooks send-again ${DELIVERY_EXAMPLE}`, 'send it again now']],
  })
    .argument('<delivery>', DELIVERY_ARGUMENT)
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { webhooks } = await client();
      const attempt = await webhooks.sendAgain(id, { signal: shell.signal });
      report(output, attempt, `See what it returned: mkt webhooks delivery ${quoteArgument(id)}`);
    });
