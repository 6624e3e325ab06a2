// docs/operate/move.md: an import that is killed leaves an empty marketplace.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSealing } from '../../src/database/sealing.ts';
import { openPostgresStorage } from '../../src/server/postgres-storage.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import type { Storage } from '../../src/server/storage.ts';
import { findFilled } from '../../src/transfer/sql.ts';
import { COMMANDS, startProgram } from '../child-program.ts';
import { runInProcess } from '../commands/run-in-process.ts';
import { newFolder } from '../market.ts';
import { newDatabase } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';
import { fill, idOf } from './filled.ts';

const MKT_EXPORT_PASSPHRASE = 'correct horse battery staple';
const KEY = randomBytes(32);
const env = { MKT_ENCRYPTION_KEY: KEY.toString('base64'), MKT_EXPORT_PASSPHRASE };

/** Kills itself before it reads a record for the nth time, or changes the name of a file. */
const KILLED = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [point, ...args] = process.argv.slice(1);
  const { main } = await import(${COMMANDS});
  const die = () => { for (;;) process.kill(process.pid, 'SIGKILL'); };
  if (point === 'rename') {
    fs.renameSync = die;
    syncBuiltinESMExports();
  } else {
    let left = Number(point);
    const { parse } = JSON;
    JSON.parse = (text, ...more) => {
      if (text.startsWith('{"kind":') && !text.startsWith('{"kind":"end"') && left-- === 0) die();
      return parse(text, ...more);
    };
  }
  process.exitCode = await main(args);
`;

const revoked = (id: string) => `\n${JSON.stringify({ kind: 'key', id })}`;
const REVOKED_BEFORE = revoked(idOf(1));

interface Target {
  /** Of a data folder: where its list of revocations is. */
  list?: string;
  args: string[];
  open(): Promise<Storage>;
}

const targets: Record<string, () => Promise<Target>> = {
  async sqlite() {
    const folder = newFolder();
    const clock = createStillClock();
    return {
      args: ['--data', folder],
      list: join(folder, 'revocations'),
      open: () => openSqliteStorage({ folder, clock, exclusive: true }),
    };
  },
  async postgres() {
    const url = await newDatabase();
    return {
      args: ['--database', url],
      open: () => openPostgresStorage({ url, connections: 2 }, { migrates: false }),
    };
  },
};

async function isEmpty({ open }: Target): Promise<boolean> {
  const storage = await open();
  try {
    return (await storage.engine.write(findFilled, undefined)) === undefined;
  } finally {
    await storage.close();
  }
}

async function filledExport(): Promise<string> {
  const [folder, file] = [newFolder(), join(newFolder(), 'export.ndjson')];
  const storage = await openSqliteStorage({ folder, clock: createStillClock() });
  await fill(storage.engine, createSealing([KEY]));
  await storage.close();
  writeFileSync(join(folder, 'revocations'), REVOKED_BEFORE);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await runInProcess(['export', file, '--data', folder])).code).toBe(0);
  return file;
}

for (const [name, newTarget] of Object.entries(targets)) {
  it(`leaves ${name} empty when it is killed, and can be repeated`, async () => {
    const file = await filledExport();
    const target = await newTarget();
    for (const point of ['0', '1', '20', '38', ...(name === 'sqlite' ? ['rename'] : [])]) {
      const args = [point, 'import', file, ...target.args];
      const { ended, errors } = startProgram(KILLED, { args, env });
      expect([point, await ended, errors()]).toEqual([point, 'SIGKILL', '']);
      expect([point, await isEmpty(target)]).toEqual([point, true]);
    }
    // A copy that was made later: a key was revoked since.
    if (target.list) writeFileSync(target.list, REVOKED_BEFORE + revoked(idOf(2)));
    const { code, stderr } = await runInProcess(['import', file, ...target.args]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Settled 2 open orders')]);
    if (target.list) expect(stderr).toContain('revoked 1 key, suspended 0 accounts');
    expect(await isEmpty(target)).toBe(false);
  });
}

it('leaves the earlier export when an export is killed', async () => {
  const file = await filledExport();
  const folder = newFolder();
  await (await openSqliteStorage({ folder, clock: createStillClock() })).close();
  const args = ['rename', 'export', file, '--force', '--data', folder];
  expect(await startProgram(KILLED, { args, env }).ended).toBe('SIGKILL');
  expect(readdirSync(join(file, '..')).toSorted()).toEqual([
    'export.ndjson',
    'export.ndjson.partial',
  ]);
  const into = newFolder();
  const { stderr } = await runInProcess(['import', file, '--data', into]);
  expect(stderr).toContain('Imported 2 accounts');
  expect(readFileSync(join(into, 'revocations'), 'utf8')).toBe(REVOKED_BEFORE);
});
