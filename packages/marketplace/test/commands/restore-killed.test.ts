// docs/operate/run.md#back-up-and-restore: kill -9 leaves the old marketplace or backup, or the new one.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { COMMANDS, startProgram } from '../child-program.ts';
import { newFolder } from '../market.ts';
import { createStillClock } from '../still-clock.ts';
import { runInProcess } from './run-in-process.ts';
import { databaseIn, folderWithRows, rowsIn } from './stored-rows.ts';

/** Runs a command, and kills itself before it changes something in the file system for the nth time. */
const KILLED = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [calls, ...args] = process.argv.slice(1);
  let left = Number(calls);
  let isReplacing = false;
  for (const name of ['copyFileSync', 'linkSync', 'renameSync', 'rmSync', 'fsyncSync']) {
    const run = fs[name];
    fs[name] = (...args) => {
      // Until then it changes only its own files.
      isReplacing ||= name === 'fsyncSync';
      if (isReplacing && left-- === 0) for (;;) process.kill(process.pid, 'SIGKILL');
      return run(...args);
    };
  }
  syncBuiltinESMExports();
  const { main } = await import(${COMMANDS});
  process.exitCode = await main(args);
`;

it('a restore that is killed leaves the old marketplace or the new one, and can be repeated', async () => {
  const backup = join(newFolder(), 'backup.db');
  const made = ['backup', backup, '--data', await folderWithRows('new', 30)];
  expect((await runInProcess(made)).code).toBe(0);
  const old = await folderWithRows('old', 20);
  const outcomes: string[] = [];
  for (let calls = 0; ; calls++) {
    const folder = newFolder();
    cpSync(old, folder, { recursive: true });
    const restore = ['restore', backup, '--data', folder, '--force'];
    const program = startProgram(KILLED, { args: [String(calls), ...restore] });
    const ended = await program.ended;
    // As `serve` opens it.
    const storage = await openSqliteStorage({ folder, clock: createStillClock(), exclusive: true });
    await storage.close();
    const rows = rowsIn(databaseIn(folder));
    expect([{ old: 20 }, { new: 30 }]).toContainEqual(rows);
    outcomes.push(Object.keys(rows).join());
    if (ended !== 'SIGKILL') {
      expect([ended, program.errors()]).toEqual([0, expect.stringContaining('Restored to')]);
      break;
    }
    const again = await runInProcess(restore);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Restored to')]);
    expect(rowsIn(databaseIn(folder))).toEqual({ new: 30 });
    const aside = readdirSync(folder).filter((name) => /\.replaced-.*Z$/.test(name));
    const kept = aside.map((name) => Object.keys(rowsIn(join(folder, name))).join());
    expect(kept.filter((name) => name === 'old')).toHaveLength(1);
  }
  // It was killed before and after the moment at which the new one takes the place.
  expect(outcomes.filter((name) => name === 'old').length).toBeGreaterThan(3);
  expect(outcomes.slice(0, -1)).toContain('new');
}, 300_000);

it('a backup that is killed leaves the earlier one or the new one, never with the manifest of the other', async () => {
  const file = join(newFolder(), 'backup.db');
  const [old, next] = [await folderWithRows('old', 20), await folderWithRows('new', 30)];
  const backup = (folder: string) => ['backup', file, '--force', '--data', folder];
  for (let calls = 0; ; calls++) {
    expect((await runInProcess(backup(old))).code).toBe(0);
    const program = startProgram(KILLED, { args: [String(calls), ...backup(next)] });
    const ended = await program.ended;
    const { code, stderr } = await runInProcess(['backup', 'verify', file]);
    expect(stderr).toMatch(/ is unchanged since it was made at |^✖ There is no /);
    expect([{ old: 20 }, { new: 30 }]).toContainEqual(rowsIn(file));
    if (ended === 'SIGKILL') continue;
    expect([ended, code, rowsIn(file)]).toEqual([0, 0, { new: 30 }]);
    break;
  }
}, 300_000);
