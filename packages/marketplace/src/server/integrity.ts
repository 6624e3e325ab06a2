import { readFileSync, writeFileSync } from 'node:fs';
import { type IntegrityCheck, startIntegrityCheck } from '../database/sqlite/integrity-check.ts';
import type { Log } from '../market/outside.ts';
import { ConfigError, damagedFile, databaseFile } from './data-folder.ts';

/** `incomplete`: the check was stopped; the next server checks again. */
export type IntegrityState = 'waiting' | 'running' | 'intact' | 'damaged' | 'incomplete';

/** The check of a database whose last server was killed, while this one already serves it. */
export interface Integrity {
  state(): IntegrityState;
  /** Starts the check. Resolves to an error for the operator if the database is damaged. */
  check(log: Log): Promise<ConfigError | undefined>;
  stop(): Promise<void>;
}

export const damaged = (folder: string, problem: string): ConfigError =>
  new ConfigError(
    `The database in ${folder} is damaged (${problem}); restore a backup with: mkt-marketplace restore FILE --data ${folder} --force`,
  );

/** Refuses a database that was found damaged, until it has been replaced. */
export function requireUndamaged(folder: string): void {
  let problem: string;
  try {
    problem = readFileSync(damagedFile(folder), 'utf8').trim();
  } catch {
    return;
  }
  throw damaged(folder, problem);
}

function keepProblem(folder: string, problem: string): void {
  try {
    writeFileSync(damagedFile(folder), `${problem}\n`, { mode: 0o600 });
  } catch {
    // The next server checks again.
  }
}

export function createIntegrity(folder: string): Integrity {
  let state: IntegrityState = 'waiting';
  let running: IntegrityCheck | undefined;

  return {
    state: () => state,
    async check(log) {
      const startedMs = performance.now();
      running = startIntegrityCheck(databaseFile(folder));
      state = 'running';
      log.warn({}, 'the last server was killed: the database is being checked in the background');
      const outcome = await running.ended;
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      switch (outcome.kind) {
        case 'intact':
          state = 'intact';
          log.info({ seconds }, 'the database is intact');
          return undefined;
        case 'stopped':
          state = 'incomplete';
          log.warn(
            { seconds, why: outcome.why },
            'the check of the database was not completed; the next start begins it again',
          );
          return undefined;
        case 'damaged': {
          state = 'damaged';
          keepProblem(folder, outcome.problem);
          const error = damaged(folder, outcome.problem);
          log.error({ seconds, err: error }, 'the database is damaged; the server stops');
          return error;
        }
      }
    },
    stop: async () => running?.stop(),
  };
}
