import type { AuditAction, AuditEntry } from '@mkt/client';
import type { AuditKind } from '../../data/audit.ts';

/** What was done, without its subject. */
export const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'account.suspend': 'Account suspended',
  'account.resume': 'Account resumed',
  'user.reset': 'Password reset link created',
  'user.update': 'Name or email address changed',
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

/** What the list can be narrowed to. */
export const KINDS: readonly { value: NonNullable<AuditKind>; label: string }[] = [
  { value: 'session', label: 'Signing in and out' },
  { value: 'key', label: 'API keys' },
  { value: 'listing', label: 'Listings' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'user', label: 'Name, address and password' },
  { value: 'account', label: 'Account' },
];

/** The kind that a URL names; anyone can edit one. */
export const readKind = (params: URLSearchParams): AuditKind =>
  KINDS.find(({ value }) => value === params.get('kind'))?.value;

/** The end of the id of a webhook that is gone: several may have had the same host. */
const ID_END = -4;

/** A webhook by its address; without one, by what is known of it. */
export const webhookName = (
  { id, name }: Pick<AuditEntry['subject'], 'id' | 'name'>,
  urls: ReadonlyMap<string, string> | undefined,
): string => {
  if (id === null) return name ?? '';
  const url = urls?.get(id);
  return url?.replace(/^https:\/\//, '') ?? `${name ?? ''} …${id.slice(ID_END)}`;
};

/** The page that shows the subject; undefined if there is none, or the subject is gone. */
export function pageOf({ action, subject: { id, exists } }: AuditEntry): string | undefined {
  if (!exists) return undefined;
  if (action.startsWith('listing.')) return `/selling/${id}`;
  if (action.startsWith('key.')) return '/keys';
  if (action.startsWith('webhook.')) return `/webhooks/${id}`;
  return undefined;
}
