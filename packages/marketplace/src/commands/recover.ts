import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import type { EndedSignIns, Person } from '../accounts/people.ts';
import { withoutTurns } from '../database/engine.ts';
import type { LineageState } from '../database/postgres/lineage.ts';
import { createSealing } from '../database/sealing.ts';
import { isBackup, markBackup } from '../database/sqlite/backup-file.ts';
import type { ApiKey } from '../keys/key.ts';
import { OPERATOR } from '../market/caller.ts';
import { databaseUrlOf, nameOfDatabase, readEnvironment } from '../server/config.ts';
import { createStore, type Store } from '../server/context.ts';
import { ConfigError, databaseFile, dataFolderOf } from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { openPostgresStorage, toConfigError } from '../server/postgres-storage.ts';
import { type Applied, applyRevocations, revocationsFile } from '../server/revocations.ts';
import { openSqliteStorage, requireMarketplace } from '../server/sqlite-storage.ts';
import { addDatabaseOptions, appliedInWords, type DatabaseLocation } from './open-database.ts';
import { counted, table } from './words.ts';

export interface Recovered {
  interrupted: number;
  ended: EndedSignIns;
  applied: Applied | undefined;
  /** The valid keys, newest first. */
  keys: ApiKey[];
  people: Person[];
}

/** How many keys and people are shown; one more is read, to know whether there are more. */
const SHOWN = 20;

/**
 * What must happen before a copy of a database is served. What became of its open orders is unknown,
 * so they must not be called again. Access that was revoked since must not come back: all sessions,
 * links and device logins end, and `revoke` applies the list of revocations, if there is one.
 */
export async function recoverStore(
  store: Store,
  revoke: () => Promise<Applied | undefined> = () => Promise.resolve(undefined),
): Promise<Recovered> {
  const interrupted = await store.orders.interruptOpen();
  const ended = await store.users.endSignIns();
  const applied = await revoke();
  const firstPage = { limit: SHOWN + 1, after: null, maxBytes: Infinity };
  const { items: keys } = await store.apiKeys.list(undefined, firstPage, OPERATOR);
  const people = await store.users.people(SHOWN + 1);
  return { interrupted, ended, applied, keys, people };
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A table of at most `SHOWN` rows, under a heading. */
function firstRows(
  heading: string,
  names: readonly string[],
  rows: readonly (string | null)[][],
): string {
  const more = rows.length > SHOWN ? '…\n' : '';
  return `\n${heading}\n${table(names, rows.slice(0, SHOWN))}${more}`;
}

interface Place {
  /** The options that name the database in other commands. */
  at: string;
  /** Since when changes may be missing: `since the backup`. */
  since: string;
  /** Has the list of revocations; Postgres has none. */
  folder?: string;
}

function revocationsOf(applied: Applied | undefined, { since, folder }: Place): string {
  if (applied && folder !== undefined)
    return `By ${revocationsFile(folder)}: ${appliedInWords(applied)}.`;
  const list = folder === undefined ? '' : `There is no ${revocationsFile(folder)}: what`;
  return `${list || 'What'} was revoked, suspended or closed ${since} is valid again.`;
}

/** What ended, and what the operator should check. */
export function recoveryReport({ ended, applied, keys, people }: Recovered, place: Place): string {
  const { at, since } = place;
  return [
    `Ended ${counted(ended.sessions, 'session')}, ${counted(ended.links, 'link')} and ${counted(ended.deviceLogins, 'device login')}: people have to sign in again, with the password that they had then.\n`,
    `${revocationsOf(applied, place)}\n`,
    firstRows(
      `Valid keys. Revoke those that were revoked ${since}: mkt-marketplace keys revoke ID${at}`,
      ['id', 'name', 'key', 'account', 'last used'],
      keys.map((key) => [
        key.id,
        key.name,
        `${key.prefix}…${key.lastFour}`,
        key.accountId,
        dateOrNull(key.lastUsedAtMs),
      ]),
    ),
    firstRows(
      `Accounts. Suspend those that were suspended ${since}: mkt-marketplace accounts suspend ID --reason TEXT${at}\nClose those that were closed: mkt-marketplace accounts close ID${at}`,
      ['account', 'email', 'suspended'],
      people.map(({ accountId, email, suspendedAtMs }) => [
        accountId,
        email,
        dateOrNull(suspendedAtMs),
      ]),
    ),
  ].join('');
}

/** Nothing here reads or writes secrets, so any encryption key works. */
const anySealing = () => createSealing([randomBytes(32)]);

/** Refuses a database whose open orders are those of servers that run, or may run again. */
function requireChanged(state: LineageState, name: string, force: boolean): void {
  if (state.kind === 'standby')
    throw new ConfigError(`The database ${name} is a standby. Promote it first.`);
  if (force || state.kind === 'promoted' || state.kind === 'copied') return;
  const anyway =
    'To settle its open orders anyway, for example after restoring a snapshot of its disk, add --force.';
  switch (state.kind) {
    case 'hidden':
      throw new ConfigError(
        `The database ${name} does not say whether it was restored or promoted (${state.code}). ${anyway}`,
      );
    case 'unrecorded':
      throw new ConfigError(
        `Nothing to recover: no server of this version has served the database ${name} yet. ${anyway}`,
      );
    case 'same':
      throw new ConfigError(
        `Nothing to recover: the database ${name} is the one that was served last. ${anyway}`,
      );
  }
}

async function recoverPostgres(url: string, force: boolean): Promise<string> {
  const { engine, postgres, close } = await openPostgresStorage(
    { url, connections: 2 },
    // For a large marketplace this may take minutes.
    { migrates: false, isPatient: true },
  );
  try {
    if (!postgres) throw new Error('The storage is not on Postgres.');
    const name = nameOfDatabase(url);
    requireChanged(await postgres.lineage(), name, force);
    if (await postgres.isServed())
      throw new ConfigError(
        `A server is running on the database ${name}, and its calls would be settled as interrupted. Stop it first.`,
      );
    await postgres.continueLog();
    const recovered = await recoverStore(
      createStore({ engine: withoutTurns(engine), sealing: anySealing() }),
    );
    // Last: until then every process refuses to serve, however this one ends.
    await postgres.recordLineage();
    await postgres.announceChanges().catch(() => undefined);
    return `Settled ${counted(recovered.interrupted, 'open order')} as interrupted. The database ${name} can be served again.\n${recoveryReport(recovered, { at: '', since: 'since the copy was made' })}`;
  } catch (error) {
    throw toConfigError(error, url);
  } finally {
    await close();
  }
}

async function recoverFolder(folder: string, force: boolean): Promise<string> {
  requireMarketplace(folder);
  if (!force && !isBackup(databaseFile(folder)))
    throw new ConfigError(
      `On the embedded database, restore settles the open orders of a backup. If ${folder} was copied or restored by other means, such as a snapshot of its disk, add --force.`,
    );
  const { engine, close } = await openSqliteStorage({
    folder,
    clock: systemClock,
    exclusive: true,
    migrates: false,
  });
  try {
    const store = createStore({ engine: withoutTurns(engine), sealing: anySealing() });
    const recovered = await recoverStore(store, () => applyRevocations(store, folder));
    // Last: until then every server refuses to start, however this process ends.
    markBackup(databaseFile(folder), 'settled');
    return `Settled ${counted(recovered.interrupted, 'open order')} as interrupted.\n${recoveryReport(recovered, { at: ` --data ${folder}`, since: 'since the copy was made', folder })}`;
  } finally {
    await close();
  }
}

async function recover(options: DatabaseLocation & { force?: boolean }): Promise<void> {
  const url = databaseUrlOf(options, readEnvironment());
  const force = options.force === true;
  process.stderr.write(
    url === null
      ? await recoverFolder(dataFolderOf(options.data), force)
      : await recoverPostgres(url, force),
  );
}

export function recoverCommand(): Command {
  return addDatabaseOptions(new Command('recover'))
    .option('--force', 'also if the database does not look restored or promoted')
    .action(recover);
}
