import type { Webhook, WebhookAttempt } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { facts } from './table.ts';
import { formatTime } from './time.ts';

export const webhookFacts = (webhook: Webhook, style: Style): string =>
  facts(
    [
      ['id', webhook.id],
      ['url', webhook.url],
      ['events', webhook.events.join(', ')],
      ['state', webhook.state],
      ['reason', webhook.disabledReason],
      ['created', formatTime(webhook.createdAt)],
    ],
    style,
  );

/** How an attempt went, in a few words. */
export const attemptResult = ({ status, error }: WebhookAttempt): string =>
  error ?? `delivered (${status})`;
