import { LIMITS } from '@mkt/protocol';
import { actorFields, type Caller } from '../market/caller.ts';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import { notFound } from '../market/refusal.ts';
import type { RotatedSecret, WebhookStore } from './webhook-store.ts';
import { makeSecret } from '../listings/make-secret.ts';
import { webhookRef } from './own-webhook.ts';

export interface RotateWebhookSecretDeps {
  webhooks: Pick<WebhookStore, 'rotate'>;
  identity: Pick<Identity, 'randomBytes'>;
  log: Pick<Log, 'info'>;
}

/** Creates a new secret; the previous one also signs during the grace period. */
export async function rotateWebhookSecret(
  { webhooks, identity, log }: RotateWebhookSecretDeps,
  caller: Caller,
  id: string,
  gracePeriodSeconds: number = LIMITS.secretGraceSeconds,
): Promise<RotatedSecret> {
  const ref = webhookRef(caller, id);
  const rotated = await webhooks.rotate(ref, makeSecret(identity), gracePeriodSeconds * 1000);
  if (!rotated) throw notFound('Webhook');
  const about = { webhookId: ref.id, gracePeriodSeconds, ...actorFields(caller) };
  log.info(about, 'secret of a webhook rotated');
  return rotated;
}
