import type { AuditAction, AuditEntry } from '@mkt/client';

/** What was done, without its subject. */
export const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'account.suspend': 'Account suspended',
  'account.resume': 'Account resumed',
  'user.reset': 'Password reset link created',
  'user.update': 'Name or e-mail address changed',
  'session.start': 'Signed in',
  'session.end': 'Signed out',
  'key.create': 'Key created',
  'key.update': 'Key changed',
  'key.revoke': 'Key revoked',
  'listing.create': 'Listing created',
  'listing.update': 'Listing changed',
  'listing.submit': 'Listing submitted for review',
  'listing.approve': 'Listing approved',
  'listing.archive': 'Listing archived',
  'listing.delete': 'Listing deleted',
  'listing.rotate-secret': 'Signing secret rotated',
  'webhook.create': 'Webhook created',
  'webhook.update': 'Webhook changed',
  'webhook.rotate-secret': 'Webhook secret rotated',
  'webhook.delete': 'Webhook deleted',
};

/** The page that shows the subject; undefined if there is none, or the subject is gone. */
export function pageOf({ action, subject: { id, exists } }: AuditEntry): string | undefined {
  if (!exists) return undefined;
  if (action.startsWith('listing.')) return `/selling/${id}`;
  if (action.startsWith('key.')) return '/keys';
  if (action.startsWith('webhook.')) return `/webhooks/${id}`;
  return undefined;
}
