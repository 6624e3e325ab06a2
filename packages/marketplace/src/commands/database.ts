import { Command } from 'commander';
import type { PlannedStep } from '../database/migrate.ts';
import type { Log } from '../market/outside.ts';
import { databaseUrlOf, nameOfDatabase, readEnvironment } from '../server/config.ts';
import { dataFolderOf, requireFolder, requireOwnUser } from '../server/data-folder.ts';
import { createLog } from '../server/log.ts';
import { systemClock } from '../server/outside.ts';
import { migratePostgres, planOnPostgres } from '../server/postgres-storage.ts';
import { openSqliteStorage, planOnSqlite } from '../server/sqlite-storage.ts';
import type { Plan } from '../server/storage.ts';
import { addDatabaseOptions, type DatabaseLocation, withStore } from './open-database.ts';
import { asText } from './text-log.ts';
import { counted, table } from './words.ts';

type Progress = { log: Log; ending: AbortSignal };

async function migrateEmbedded(folder: string, progress: Progress): Promise<readonly string[]> {
  requireFolder(folder);
  requireOwnUser(folder);
  const { applied, close } = await openSqliteStorage({ folder, clock: systemClock, ...progress });
  await close();
  return applied;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that the first of these signals asks to end; a second one ends the process. */
async function untilAsked<Result>(work: (ending: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work(ending.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

/** `an instant`, `2 s`, `5 min` */
function duration(seconds: number): string {
  if (seconds < 1) return 'an instant';
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

const WAITING = [
  'While orders wait, activations get no response. One that would wait longer than 5 s gets 503',
  'with Retry-After; no order is lost or interrupted. A restart with the new version pauses for as long.\n',
].join('\n');

function planText(name: string, steps: readonly PlannedStep[]): string {
  if (steps.length === 0) return `${name} is up to date.\n`;
  const rows = steps.map((step) => [
    step.migration,
    `${step.number} of ${step.of}`,
    step.title,
    step.rows === null ? '' : step.rows.toLocaleString('en'),
    duration(step.seconds),
    step.waits ? 'wait' : 'continue',
  ]);
  const names = ['migration', 'step', 'does', 'rows', 'takes about', 'orders'];
  const pause = steps.some(({ waits }) => waits) ? `\n${WAITING}` : '';
  return `${name} will be migrated in ${counted(steps.length, 'step')}:\n\n${table(names, rows)}${pause}`;
}

/** The database as the plan calls it, and what the plan is. */
async function plan(location: DatabaseLocation): Promise<[string, Plan]> {
  const url = databaseUrlOf(location, readEnvironment());
  if (url !== null) return [`The database ${nameOfDatabase(url)}`, await planOnPostgres(url)];
  const folder = dataFolderOf(location.data);
  return [`The data folder ${folder}`, await planOnSqlite(folder, systemClock)];
}

async function migrate(options: DatabaseLocation & { plan?: boolean }): Promise<void> {
  if (options.plan) {
    const [name, planned] = await plan(options);
    process.stdout.write(
      planned.kind === 'planned'
        ? planText(name, planned.steps)
        : `${name} holds no marketplace yet. One will be created in an instant.\n`,
    );
    return;
  }
  const environment = readEnvironment();
  const isJson = environment.text('MKT_LOG_FORMAT') === 'json';
  const log = createLog(
    environment.text('MKT_LOG_LEVEL') ?? 'info',
    isJson ? undefined : asText(process.stderr),
  );
  const url = databaseUrlOf(options, environment);
  const applied = await untilAsked((ending) =>
    url === null
      ? migrateEmbedded(dataFolderOf(options.data), { log, ending })
      : migratePostgres(url, { log, ending }),
  );
  process.stderr.write(
    applied.length === 0
      ? 'The database is up to date.\n'
      : `Applied migrations: ${applied.join(', ')}.\n`,
  );
}

export function migrateCommand(): Command {
  return addDatabaseOptions(new Command('migrate'))
    .option('--plan', 'print what would be done, and how long orders would wait; change nothing')
    .action(migrate);
}

async function reEncrypt(options: DatabaseLocation): Promise<void> {
  const count = await withStore(options, { sealing: true }, ({ store }) => store.secrets.reseal());
  process.stderr.write(
    `${counted(count, 'secret')} ${count === 1 ? 'is' : 'are'} now encrypted with the newest key. You can remove the older keys from MKT_ENCRYPTION_KEY.\n`,
  );
}

export function secretsCommand(): Command {
  const command = addDatabaseOptions(new Command('re-encrypt'))
    .description('Encrypt every secret with the newest key of MKT_ENCRYPTION_KEY.')
    .action(reEncrypt);
  return new Command('secrets').addCommand(command);
}
