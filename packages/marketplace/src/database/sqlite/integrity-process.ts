// Checks a whole database in a process of its own, because SQLite cannot be interrupted.
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { openConnection, structureProblems } from './connection.ts';
import type { CheckReport } from './integrity-check.ts';

const [, , path = ''] = process.argv;

function check(): CheckReport {
  try {
    // Nothing that is read depends on the time.
    const connection = openConnection({ path, clock: { now: () => 0 }, readonly: true });
    return { problems: structureProblems(connection) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? { problems: [code] } : { failure: code };
  }
}

setPriority(constants.priority.PRIORITY_LOW);
// The server may have ended before it asks for the check.
process.once('disconnect', () => process.exit());
process.once('message', () => {
  process.send?.(check(), () => process.exit());
});
