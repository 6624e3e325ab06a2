import type { AuditAction, AuditActor, AuditEntry } from '@mkt/client';
import type { ListedSession } from '@mkt/protocol';
import type { AuditFilter } from '../../data/audit.ts';
import { browserName } from '../../data/browser-name.ts';
import { partsInWords } from '../../data/change-words.ts';
import { endOfId } from '../../ui/text.ts';

type AuditKind = AuditFilter['kind'];

/** What was done, without its subject. */
const ACTIONS: Readonly<Record<AuditAction, string>> = {
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

/** What the state of a listing or a webhook was changed to. */
const STATES: Readonly<Record<string, string>> = {
  'listing.update published': 'Listing resumed',
  'listing.update paused': 'Listing paused',
  'listing.update draft': 'Listing withdrawn',
  'webhook.update active': 'Webhook enabled',
  'webhook.update paused': 'Webhook paused',
};

const PARTS: Readonly<Record<string, string>> = {
  'key.update /name': 'Key renamed',
  'key.update /budget': 'Key budget changed',
  'webhook.update /url': 'Webhook URL changed',
  'webhook.update /filter': 'Webhook filter changed',
};

/** What was done, as far as the entry knows it, without its subject. */
export function eventOf({ action, changed = [], state }: ToName): string {
  const set = state === undefined ? undefined : STATES[`${action} ${state}`];
  if (set !== undefined) return set;
  const [only, ...others] = changed;
  if (only === undefined) return ACTIONS[action];
  if (action === 'listing.update') return `${partsInWords(changed)} changed`;
  return (others.length === 0 ? PARTS[`${action} ${only}`] : undefined) ?? ACTIONS[action];
}

type ToName = Pick<AuditEntry, 'action' | 'changed' | 'state'>;

/** Who did it in a browser: a session that has ended is not known any more. */
export function browserOf(id: string | null, sessions: readonly ListedSession[]): string {
  const session = sessions.find((each) => each.id === id);
  return session ? `You, in ${browserName(session.userAgent)}` : 'In a browser';
}

/** Who did it, as what tells them apart: a browser by its name, a key by its id. */
const whoOf = ({ kind, id }: AuditActor, sessions: readonly ListedSession[]): string =>
  kind === 'session' ? browserOf(id, sessions) : `${kind} ${id}`;

/** What the list can be narrowed to. */
export const KINDS: readonly { value: NonNullable<AuditKind>; label: string }[] = [
  { value: 'session', label: 'Signing in and out' },
  { value: 'key', label: 'API keys' },
  { value: 'listing', label: 'Listings' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'user', label: 'Name, address and password' },
  { value: 'account', label: 'Account' },
];

/** Who can have done something, besides keys. */
export const PEOPLE = [
  { value: 'session', label: 'In a browser' },
  { value: 'operator', label: 'The operator' },
] as const;

/** What the URL selects; days in UTC, as the table has them, and both inclusive. */
export interface Shown {
  kind?: AuditKind;
  actor?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** No 30 February, which a date would take for one in March. */
const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

/** Anyone can edit a URL, so what no entry can have is ignored. */
export function readShown(params: URLSearchParams): Shown {
  const given = (name: string, isValid: (value: string) => boolean) => {
    const value = params.get(name) ?? '';
    return isValid(value) ? value : undefined;
  };
  return {
    kind: KINDS.find(({ value }) => value === params.get('kind'))?.value,
    actor: given('actor', (id) => UUID.test(id) || PEOPLE.some(({ value }) => value === id)),
    subject: given('subject', (id) => UUID.test(id)),
    from: given('from', isDay),
    to: given('to', isDay),
  };
}

export const writeShown = (shown: Shown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );

const DAY_MS = 24 * 3_600_000;

/** The filter of the API, whose end is exclusive. */
export const filterOf = ({ from, to, ...shown }: Shown): AuditFilter => ({
  ...shown,
  from: from && `${from}T00:00:00Z`,
  to: to && new Date(Date.parse(to) + DAY_MS).toISOString(),
});

/** A webhook by its address; one that is gone by its host, which several may have had. */
export const webhookName = (
  { id, name }: Pick<AuditEntry['subject'], 'id' | 'name'>,
  urls: ReadonlyMap<string, string> | undefined,
): string => {
  if (id === null) return name ?? '';
  const url = urls?.get(id);
  return url?.replace(/^https:\/\//, '') ?? `${name ?? ''} ${endOfId(id)}`;
};

/** The page that shows the subject; undefined if there is none, or the subject is gone. */
export function pageOf({ action, subject: { id, exists } }: AuditEntry): string | undefined {
  if (!exists) return undefined;
  if (action.startsWith('listing.')) return `/selling/${id}`;
  if (action.startsWith('key.')) return '/keys';
  if (action.startsWith('webhook.')) return `/webhooks/${id}`;
  return undefined;
}

/** A row of the table: an entry, or the newest of several that say the same. */
export interface AuditRow {
  entry: AuditEntry;
  /** The entries that it stands for, newest first; undefined if it only stands for itself. */
  folded?: readonly AuditEntry[];
  /** Whether those follow it. */
  isOpen?: boolean;
  /** Whether it is one of those that a row above it stands for. */
  isInside?: boolean;
}

/** Fewer are not worth a click. */
const MIN_FOLDED = 3;
/** No more than a page of them: the table loads further pages until its rows fill the window. */
const MAX_FOLDED = 50;

/**
 * The entries as rows. Several in a row that say the same of the same day are one, which is open if one of
 * them is in `opened`. Another browser or key is never folded away: it may be someone else's.
 */
export function auditRows(
  entries: readonly AuditEntry[],
  sessions: readonly ListedSession[],
  opened: ReadonlySet<string>,
): readonly AuditRow[] {
  const keyOf = (entry: AuditEntry) => {
    const { at, actor, subject, reason } = entry;
    const day = at.slice(0, 'yyyy-mm-dd'.length);
    return JSON.stringify([
      day,
      eventOf(entry),
      whoOf(actor, sessions),
      subject.name && subject.id,
      reason,
    ]);
  };
  const groups: { key: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const key = keyOf(entry);
    const last = groups.at(-1);
    if (last?.key === key && last.entries.length < MAX_FOLDED) last.entries.push(entry);
    else groups.push({ key, entries: [entry] });
  }
  return groups.flatMap(({ entries: folded }): AuditRow[] => {
    const [entry] = folded;
    if (entry === undefined || folded.length < MIN_FOLDED)
      return folded.map((one) => ({ entry: one }));
    const isOpen = folded.some(({ id }) => opened.has(id));
    const inside = isOpen ? folded.map((one) => ({ entry: one, isInside: true })) : [];
    return [{ entry, folded, isOpen }, ...inside];
  });
}
