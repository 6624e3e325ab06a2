import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { EndedSignIns, Person } from '../accounts/people.ts';
import { createSealing } from '../database/sealing.ts';
import { lockDataFolder } from '../database/sqlite/connection.ts';
import { openSqlite } from '../database/sqlite/engine.ts';
import type { ApiKey } from '../keys/key.ts';
import { OPERATOR } from '../market/caller.ts';
import { createStore } from '../server/context.ts';
import {
  ConfigError,
  databaseFile,
  DEFAULT_DATA,
  openDataFolder,
  requireFolder,
} from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { applyRevocations, revocationsFile, type Applied } from '../server/revocations.ts';
import { requireCompatibleSchema } from '../server/storage.ts';
import { counted, requireEmbedded, table } from './open-database.ts';

const USE_EARLIER = 'Use an earlier backup. The existing data was not changed.';

interface Options {
  data?: string;
  force?: boolean;
}

/** Files that SQLite keeps beside a database. Those of another database would corrupt this one. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

function removeCompanions(file: string): void {
  for (const companion of COMPANIONS) rmSync(file + companion, { force: true });
}

function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeCompanions(file);
}

interface Prepared {
  interrupted: number;
  ended: EndedSignIns;
  applied: Applied | undefined;
  /** The keys that work, newest first. */
  keys: ApiKey[];
  people: Person[];
}

/** How many keys and people are shown; one more is read, to know whether there are more. */
const SHOWN = 20;

/**
 * Prepares the copy: checks its integrity, upgrades its schema, and settles open orders. What
 * happened to those after the backup is unknown, so they must not be called again. Access that was
 * revoked since must not come back: all sessions, links and device logins end, and the list of
 * revocations beside the database says which keys, accounts and listings were revoked.
 */
async function prepare(file: string, folder: string): Promise<Prepared> {
  const sqlite = openSqlite({ path: file, clock: systemClock });
  try {
    const [problem] = sqlite.checkIntegrity();
    if (problem !== undefined)
      throw new ConfigError(`The backup is damaged (${problem}). ${USE_EARLIER}`);
    requireCompatibleSchema(sqlite.migrate());
    // Nothing here reads or writes secrets, so any encryption key works.
    const sealing = createSealing([new Uint8Array(32)]);
    const store = createStore({ engine: sqlite.engine, sealing });
    const interrupted = await store.orders.interruptOpen();
    const ended = await store.users.endSignIns();
    const applied = await applyRevocations(store, folder);
    const firstPage = { limit: SHOWN + 1, after: null, maxBytes: Infinity };
    const { items: keys } = await store.apiKeys.list(undefined, firstPage, OPERATOR);
    const people = await store.users.people(SHOWN + 1);
    return { interrupted, ended, applied, keys, people };
  } finally {
    await sqlite.close();
  }
}

function toConfigError(error: unknown, source: string): unknown {
  if (error instanceof ConfigError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  return new ConfigError(
    `${source} is not a backup that can be restored (${code}). ${USE_EARLIER}`,
  );
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

/** What happened, and what the operator should check. */
function report(folder: string, { interrupted, ended, applied, keys, people }: Prepared): string {
  const list = revocationsFile(folder);
  const kept = applied
    ? `By ${list}: revoked ${counted(applied.keys, 'key')}, suspended ${counted(applied.accounts, 'account')}, archived ${counted(applied.listings, 'listing')}.`
    : `There is no ${list}: what was revoked or suspended after the backup is valid again.`;
  const [at, since] = [`--data ${folder}`, 'since the backup'];
  return [
    `Restored to ${folder}. Settled ${counted(interrupted, 'open order')} as interrupted.\n`,
    `Ended ${counted(ended.sessions, 'session')}, ${counted(ended.links, 'link')} and ${counted(ended.deviceLogins, 'device login')}: people sign in again, with the password they had then.\n`,
    `${kept}\n`,
    firstRows(
      `Keys that work. Revoke those that were revoked ${since}: mkt-marketplace keys revoke ID ${at}`,
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
      `Accounts. Suspend those that were suspended ${since}: mkt-marketplace accounts suspend ID --reason TEXT ${at}`,
      ['account', 'e-mail', 'suspended'],
      people.map(({ accountId, email, suspendedAtMs }) => [
        accountId,
        email,
        dateOrNull(suspendedAtMs),
      ]),
    ),
  ].join('');
}

async function restore(source: string, options: Options): Promise<void> {
  const folder = requireEmbedded(options);
  requireFolder(folder);
  const target = databaseFile(folder);
  if (!existsSync(source)) throw new ConfigError(`File not found: ${resolve(source)}`);
  if (existsSync(target) && !options.force) {
    throw new ConfigError(`${folder} already holds a marketplace; add --force to replace it.`);
  }
  openDataFolder(folder);
  const lock = lockDataFolder(folder);
  if (!lock) throw new ConfigError(`A running marketplace is using ${folder}. Stop it first.`);
  const partial = `${target}.partial`;
  try {
    removeDatabase(partial);
    copyFileSync(source, partial);
    const prepared = await prepare(partial, folder);
    removeCompanions(target);
    renameSync(partial, target);
    process.stderr.write(report(folder, prepared));
  } catch (error) {
    throw toConfigError(error, source);
  } finally {
    removeDatabase(partial);
    lock.release();
  }
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'a file made by `mkt-marketplace backup`')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .option('--force', 'replace the existing marketplace')
    .action(restore);
}
