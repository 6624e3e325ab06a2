// docs/operate/run.md: the backup is online and restorable.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../../src/database/operation.ts';
import { openSqlite } from '../../../src/database/sqlite/engine.ts';
import { importFrom, startProgram } from '../../child-program.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';

/**
 * Writes two rows per transaction without pause, and without waiting for the disk, whose stalls would
 * let a backup slip through. Prints a line when it has begun.
 */
const WRITING = `
  import { openConnection } from ${importFrom('database/sqlite/connection.ts')};
  const connection = openConnection({ path: process.argv[1], clock: { now: () => 0 } });
  connection.pragma('synchronous = OFF');
  const write = connection.prepare('UPDATE installation SET value = ? WHERE name = ?');
  const both = connection.transaction((n) => ['a', 'b'].map((name) => write.run(n, name)));
  for (let n = 0; ; n++) {
    both.immediate(String(n));
    if (n === 1000) console.log('writing');
  }
`;

const insert = (name: string, value: string) => ({
  sql: 'INSERT INTO installation (name, value) VALUES (?, ?)',
  parameters: [name, value],
});

function* fill(_: unknown, megabytes: number): Operation<void> {
  yield insert('a', '0');
  yield insert('b', '0');
  for (let n = 0; n < megabytes; n++) yield insert(`filling ${n}`, 'x'.repeat(1_000_000));
}

async function openFilled(megabytes: number) {
  const folder = temporaryFolder();
  const path = join(folder, 'market.db');
  const sqlite = openSqlite({ path, clock: createStillClock() });
  onTestFinished(() => sqlite.close());
  await sqlite.migrate();
  await sqlite.engine.write(fill, megabytes);
  return { sqlite, path, copy: join(folder, 'copy.db') };
}

function valuesIn(file: string) {
  const database = new Database(file, { readonly: true });
  onTestFinished(() => void database.close());
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  const value = database.prepare('SELECT value FROM installation WHERE name = ?').pluck();
  const count = database.prepare('SELECT count(*) FROM installation').pluck();
  return { a: value.get('a'), b: value.get('b'), count: count.get() };
}

describe('a backup', () => {
  it('is complete and consistent, and finishes, while another process writes without pause', async () => {
    const { sqlite, path, copy } = await openFilled(40);
    const writer = startProgram(WRITING, { args: [path] });
    expect(await writer.line()).toBe('writing');
    await sqlite.backup(copy);
    const { a, b, count } = valuesIn(copy);
    expect(Number(a)).toBeGreaterThanOrEqual(1000);
    expect(b).toBe(a);
    expect(count).toBe(42);
    expect(writer.child.exitCode).toBeNull();
  }, 10_000);

  it('contains what the same process wrote before', async () => {
    const { sqlite, copy } = await openFilled(0);
    await sqlite.backup(copy);
    expect(valuesIn(copy)).toEqual({ a: '0', b: '0', count: 2 });
  });

  it('is a file that only its owner can read', async () => {
    const { sqlite, copy } = await openFilled(1);
    await sqlite.backup(copy);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it('a backup into a missing folder fails', async () => {
    const sqlite = openSqlite({ path: ':memory:', clock: createStillClock() });
    onTestFinished(() => sqlite.close());
    await expect(sqlite.backup(join(temporaryFolder(), 'no', 'copy.db'))).rejects.toThrow();
  });
});
