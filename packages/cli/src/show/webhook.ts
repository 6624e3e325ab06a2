import type { Webhook, WebhookAttempt } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { quoteArgument } from '../terminal/text.ts';
import { facts } from './facts.ts';
import { formatTime } from './price.ts';

export const webhookFacts = (webhook: Webhook, style: Style): string =>
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
export const confirmStep = ({ id, state }: Pick<Webhook, 'id' | 'state'>): string | undefined =>
  state === 'pending'
    ? `Nothing is sent to this URL until it has answered the challenge. Send it again: mkt webhooks test ${quoteArgument(id)}`
    : undefined;

/** How an attempt went, in a few words. */
export const attemptResult = ({ status, error }: WebhookAttempt): string =>
  error ?? `delivered (${status})`;
