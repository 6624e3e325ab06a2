import type { AuthDatabase } from '../database/auth-database.ts';
import type { DatabaseTimings, Engine, ReadSnapshot } from '../database/engine.ts';
import type {
  Incompatible,
  MigrationOutcome,
  MigrationPlan,
  SchemaState,
} from '../database/migrate.ts';
import type { PostgresDatabase } from '../database/postgres/engine.ts';
import { ConfigError } from './data-folder.ts';
import type { Integrity } from './integrity.ts';

/** An open database whose schema is up to date. */
export interface Storage {
  engine: Engine;
  timings: DatabaseTimings;
  /** What the accounts library runs on. */
  auth: AuthDatabase;
  /** Whether a lock on the data folder guarantees that no other process serves this database. */
  exclusive: boolean;
  /** The names of the migrations that opening it applied. */
  applied: readonly string[];
  /** Reads one snapshot for as long as it takes; servers keep writing meanwhile. */
  snapshot<Result>(use: (read: ReadSnapshot) => Promise<Result>): Promise<Result>;
  /**
   * On SQLite: calls `callback` when a read finds that another process, which is a command of the
   * operator, has committed something.
   */
  watchForeignCommits?(callback: () => void): void;
  /** On Postgres: the timelines, if it was promoted since it was served last. */
  promoted?: { from: number; to: number } | undefined;
  /** Commits a small write. Rejects while no order can be stored, on Postgres after seconds at most. */
  checkWrite(): Promise<void>;
  /** On SQLite, for a server: the check after the last one was killed. */
  integrity?: Integrity;
  /** On Postgres: what only that database offers. */
  postgres?: PostgresDatabase;
  close(): Promise<void>;
}

/** What `migrate` would do. */
export type Plan = Exclude<MigrationPlan, Incompatible>;

/** How messages call the database, and how to start over with an empty one. */
export interface DatabaseDescription {
  name: string;
  startAfresh: string;
}

const DATABASE: DatabaseDescription = {
  name: 'database',
  startAfresh: 'To start afresh, use an empty database.',
};

function incompatible(reason: Incompatible, { name, startAfresh }: DatabaseDescription) {
  return new ConfigError(
    reason.kind === 'too-new'
      ? `A newer version has upgraded this database (it needs schema ${reason.oldestCode}, this version supports ${reason.code}). Run the newer version, or restore a backup from before the upgrade.`
      : `This ${name} was created by an older development version. ${startAfresh}`,
  );
}

/** Returns the migrations that were applied; throws `ConfigError` if the schema is incompatible. */
export function requireCompatibleSchema(
  outcome: MigrationOutcome,
  description: DatabaseDescription = DATABASE,
): string[] {
  if (outcome.kind === 'ready') return outcome.applied;
  if (outcome.kind === 'served')
    throw new ConfigError(
      `Servers of the version that is running cannot work with the migration ${outcome.name}. Stop every server, then run this again.`,
    );
  if (outcome.kind === 'stopped')
    throw new ConfigError(
      'The migration was stopped. What was done before is kept; continue: mkt-marketplace migrate',
    );
  throw incompatible(outcome, description);
}

/** Throws `ConfigError` if the schema is incompatible. */
export function requireCompatiblePlan(
  plan: MigrationPlan,
  description: DatabaseDescription = DATABASE,
): Plan {
  if (plan.kind === 'empty' || plan.kind === 'planned') return plan;
  throw incompatible(plan, description);
}

/**
 * For commands, which never change a schema: servers of an older version may be running on it. Throws
 * `ConfigError` unless the schema is that of this version, or of a newer one that allows this version.
 */
export function requireCurrentSchema(
  state: SchemaState,
  advice: { empty: string; older: string },
  description: DatabaseDescription = DATABASE,
): void {
  if (state.kind === 'empty') throw new ConfigError(advice.empty);
  if (state.kind !== 'present') throw incompatible(state, description);
  if (state.missing.length > 0) throw new ConfigError(advice.older);
}
