import { closestName } from '@mkt/protocol';
import { Command, InvalidArgumentError } from 'commander';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '../audit/audit.ts';
import { OPERATOR } from '../market/caller.ts';
import { systemClock } from '../server/outside.ts';
import { accountOf } from './accounts.ts';
import { addDatabaseOptions, type DatabaseLocation, withStore } from './open-database.ts';
import { ageMs, asJson, countUpTo, table } from './words.ts';

interface Options extends DatabaseLocation {
  account?: string;
  action?: AuditAction;
  since?: number;
  limit: number;
  json?: boolean;
}

function action(text: string): AuditAction {
  const known = AUDIT_ACTIONS.find((each) => each === text);
  if (known) return known;
  const closest = closestName(text, AUDIT_ACTIONS);
  throw new InvalidArgumentError(
    closest === undefined
      ? `It must be one of ${AUDIT_ACTIONS.join(', ')}.`
      : `Did you mean ${closest}?`,
  );
}

const MOST = 10_000;

const present = ({ number, atMs, ...entry }: AuditEntry) => ({
  id: String(number),
  at: new Date(atMs).toISOString(),
  ...entry,
});

async function audit(options: Options): Promise<void> {
  const { action, since, limit } = options;
  const entries = await withStore(options, { sealing: false }, async ({ store }) => {
    const accountId = options.account && (await accountOf(store, options.account)).id;
    const sinceMs = since === undefined ? undefined : systemClock.now() - since;
    const page = { limit, after: null, maxBytes: Infinity };
    const filter = { accountId: accountId || undefined, action, sinceMs };
    return (await store.audit.list(filter, page, OPERATOR)).items.map(present);
  });
  if (options.json) {
    process.stdout.write(`${asJson(entries)}\n`);
    return;
  }
  const rows = entries.map(({ at, actor, actorId, reason, ...entry }) => [
    at,
    entry.action,
    entry.subject,
    entry.accountId,
    actorId === null ? actor : `${actor} ${actorId}`,
    reason?.split('\n')[0] ?? '',
  ]);
  process.stdout.write(table(['time', 'action', 'subject', 'account', 'by', 'reason'], rows));
}

export function auditCommand(): Command {
  return addDatabaseOptions(new Command('audit'))
    .option('--account <account>', 'only of this account: id or email')
    .option('--action <action>', 'only this action, such as key.revoke', action)
    .option('--since <age>', 'only what is at most this old: 30m, 24h or 7d', ageMs)
    .option('--limit <number>', 'at most this many, newest first', countUpTo(MOST), 100)
    .option('--json', 'print JSON')
    .action(audit);
}
