import { closestName } from '@mkt/protocol';
import { Command, InvalidArgumentError } from 'commander';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '../audit/audit.ts';
import { OPERATOR } from '../market/caller.ts';
import { systemClock } from '../server/outside.ts';
import { accountOf } from './accounts.ts';
import {
  addDatabaseOptions,
  asJson,
  type DatabaseLocation,
  table,
  withStore,
} from './open-database.ts';

interface Options extends DatabaseLocation {
  account?: string;
  action?: AuditAction;
  since?: number;
  limit: number;
  json?: boolean;
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `30m`, `24h` or `7d`. */
function age(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (unit === undefined) {
    throw new InvalidArgumentError(
      'It must be a number of minutes, hours or days: 30m, 24h or 7d.',
    );
  }
  return Number(count) * UNITS[unit as keyof typeof UNITS];
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

function count(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MOST) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
  }
  return value;
}

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
    .option('--account <account>', 'only of this account: id or e-mail')
    .option('--action <action>', 'only this action, such as key.revoke', action)
    .option('--since <age>', 'only what is at most this old: 30m, 24h or 7d', age)
    .option('--limit <number>', 'at most this many, newest first', count, 100)
    .option('--json', 'print JSON')
    .action(audit);
}
