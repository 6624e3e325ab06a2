import type {
  AuditActor,
  AuditSubject,
  AuditEntry as AuditEntryBody,
  AuditAction as OwnAction,
} from '@mkt/protocol';
import { optionalInstant, pageRequest } from '../http/request-head.ts';
import { iso, pageResponse } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import type { App } from '../server/context.ts';
import type { OwnAuditEntry } from './audit.ts';

const LIST = 'audit';
const NO_KEY = { name: null, lastFour: null };

const presentActor = ({ actor, actorId, actorKey }: OwnAuditEntry): AuditActor => ({
  kind: actor,
  id: actorId,
  ...(actorKey ?? NO_KEY),
});

/** A slug never changes; the host of a webhook is the one at that time. */
function presentSubject(entry: OwnAuditEntry): AuditSubject {
  const { action, subject, subjectKey, subjectExists: exists, details } = entry;
  // A person is named by the email address at that time.
  if (action.startsWith('user.')) return { id: null, name: subject, lastFour: null, exists };
  const name = details?.['slug'] ?? details?.['host'];
  const named = subjectKey ?? { name: typeof name === 'string' ? name : null, lastFour: null };
  return { id: subject, ...named, exists };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What an update changed, as far as its entry says. */
function presentChange({
  action,
  details,
}: OwnAuditEntry): Pick<AuditEntryBody, 'changed' | 'state'> {
  if (!details || !action.endsWith('.update')) return {};
  const { fields, name, budget, status, state } = details;
  if (action === 'key.update') {
    const changed = [
      ...(isText(name) ? ['/name'] : []),
      ...(budget === undefined ? [] : ['/budget']),
    ];
    return changed.length > 0 ? { changed } : {};
  }
  // An edit leaves the state of a listing as it is.
  const set = action === 'webhook.update' ? state : fields === undefined ? status : undefined;
  return {
    ...(Array.isArray(fields) && fields.length > 0 ? { changed: fields.filter(isText) } : {}),
    ...(isText(set) ? { state: set } : {}),
  };
}

const presentEntry = (entry: OwnAuditEntry): AuditEntryBody => ({
  id: String(entry.number),
  at: iso(entry.atMs),
  // No account reads the other actions.
  action: entry.action as OwnAction,
  actor: presentActor(entry),
  subject: presentSubject(entry),
  ...presentChange(entry),
  reason: entry.reason,
  requestId: entry.requestId,
});

export function auditHandlers(app: App) {
  return {
    async listAudit({ caller: { accountId }, query, reader }) {
      const { kind, actor, subject, from, to, ...paging } = query;
      const page = pageRequest(LIST, paging);
      const fromMs = optionalInstant(from, 'from');
      const toMs = optionalInstant(to, 'to');
      const filter = { accountId, kind, actor, subject, fromMs, toMs };
      const entries = await app.store.audit.listOwn(filter, page, reader);
      const keyOf = ({ number }: OwnAuditEntry) => ({ key: number, id: accountId });
      return pageResponse(LIST, entries, keyOf, (entry) => JSON.stringify(presentEntry(entry)));
    },
  } satisfies Partial<Handlers>;
}
