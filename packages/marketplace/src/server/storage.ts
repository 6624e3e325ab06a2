import type { AuthDatabase } from '../database/auth-database.ts';
import type { Engine } from '../database/engine.ts';
import type { MigrationOutcome } from '../database/migrate.ts';
import type { PostgresDatabase } from '../database/postgres/engine.ts';
import { ConfigError } from './data-folder.ts';

/** An open database whose schema is up to date. */
export interface Storage {
  engine: Engine;
  /** What the accounts library runs on. */
  auth: AuthDatabase;
  /** Whether a lock on the data folder guarantees that no other process serves this database. */
  exclusive: boolean;
  /** The names of the migrations that opening it applied. */
  applied: readonly string[];
  /**
   * On SQLite: calls `callback` when a read finds that another process, which is a command of the
   * operator, has committed something.
   */
  watchForeignCommits?(callback: () => void): void;
  /** On Postgres: what only that database offers. */
  postgres?: PostgresDatabase;
  close(): Promise<void>;
}

/** How messages call the database, and how to start over with an empty one. */
export interface DatabaseDescription {
  name: string;
  startAfresh: string;
}

const DATABASE: DatabaseDescription = {
  name: 'database',
  startAfresh: 'To start afresh, use an empty database.',
};

/** Returns the migrations that were applied; throws `ConfigError` if the schema is incompatible. */
export function requireCompatibleSchema(
  outcome: MigrationOutcome,
  { name, startAfresh }: DatabaseDescription = DATABASE,
): string[] {
  switch (outcome.kind) {
    case 'ready':
      return outcome.applied;
    case 'too-new':
      throw new ConfigError(
        `A newer version has upgraded this database (it needs schema ${outcome.oldestCode}, this version supports ${outcome.code}). Run the newer version, or restore a backup from before the upgrade.`,
      );
    case 'other-version':
      throw new ConfigError(
        `This ${name} was created by an older development version. ${startAfresh}`,
      );
  }
}
