// docs/operate/run.md#back-up-and-restore: a backup is checked before anything is replaced by it.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import { newFolder } from '../market.ts';
import { runInProcess } from './run-in-process.ts';
import { databaseIn, folderWithRows, rowsIn } from './stored-rows.ts';

async function succeeds(...args: string[]): Promise<string> {
  const { code, stderr } = await runInProcess(args);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return stderr;
}

async function refused(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^(! .*\n)?✖ .*\n$/);
  return stderr;
}

async function backedUp(): Promise<string> {
  const file = join(newFolder(), 'backup.db');
  await succeeds('backup', file, '--data', await folderWithRows('new', 30));
  return file;
}

const manifestOf = (file: string) => `${file}.manifest.json`;

describe('a backup', () => {
  it('has a manifest beside it, which verify compares it with', async () => {
    const file = await backedUp();
    const manifest = JSON.parse(readFileSync(manifestOf(file), 'utf8'));
    expect(manifest).toEqual({
      format: 1,
      madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
      madeBy: expect.any(String),
      bytes: statSync(file).size,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      migrations: MIGRATIONS.map(({ name }) => name),
      rows: expect.objectContaining({ account: 0, orders: 0, installation: 30 }),
    });
    expect(statSync(manifestOf(file)).mode & 0o777).toBe(0o600);
    expect(await succeeds('backup', 'verify', file)).toBe(
      `${file} is unchanged since it was made at ${manifest.madeAt}, with 0 accounts, 0 listings and 0 orders.\n`,
    );
    expect(readdirSync(join(file, '..')).toSorted()).toEqual([
      'backup.db',
      'backup.db.manifest.json',
    ]);
  });

  it('is not made of a damaged database, and does not replace an earlier one then', async () => {
    const file = await backedUp();
    const before = readFileSync(file);
    const folder = await folderWithRows('old', 30);
    await succeeds('keys', 'create', '--email', 'ann@example.com', '--data', folder);
    const bytes = readFileSync(databaseIn(folder));
    bytes.fill(0xff, 40_000, 120_000);
    writeFileSync(databaseIn(folder), bytes);
    const says = await refused('backup', file, '--force', '--data', folder);
    expect(says).toContain(`The database in ${folder} is damaged (`);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(await succeeds('backup', 'verify', file)).toContain('is unchanged since it was made');
  });

  it('does not replace the database that it is made of', async () => {
    const folder = await folderWithRows('old', 20);
    const link = join(newFolder(), 'link.db');
    symlinkSync(databaseIn(folder), link);
    for (const file of [databaseIn(folder), `${databaseIn(folder)}-wal`, link]) {
      const says = await refused('backup', file, '--force', '--data', folder);
      expect(says).toContain('is the marketplace itself. Name another file.');
    }
    expect(rowsIn(databaseIn(folder))).toEqual({ old: 20 });
  });

  it('writes through no symbolic link beside it', async () => {
    const file = join(newFolder(), 'backup.db');
    const other = join(newFolder(), 'other');
    writeFileSync(other, 'kept');
    for (const name of [`${file}.partial`, `${manifestOf(file)}.partial`]) symlinkSync(other, name);
    await succeeds('backup', file, '--data', await folderWithRows('new', 30));
    expect(readFileSync(other, 'utf8')).toBe('kept');
    expect(await succeeds('backup', 'verify', file)).toContain('is unchanged since it was made');
  });

  it('replaces another one together with its manifest', async () => {
    const file = await backedUp();
    await succeeds('backup', file, '--force', '--data', await folderWithRows('other', 7));
    expect(await succeeds('backup', 'verify', file)).toContain('is unchanged since it was made');
    expect(rowsIn(file)).toEqual({ other: 7 });
  });
});

const DAMAGED = 'has changed since it was made:';
const FOREIGN = 'is not a backup of a marketplace';

function writeForeign(file: string): void {
  rmSync(file);
  const database = new Database(file);
  database.exec('CREATE TABLE migration (id INTEGER); INSERT INTO migration VALUES (1)');
  database.close();
}

/** Each changes a backup. */
const CHANGES: Record<string, { change(file: string): void; says: string; alone: string }> = {
  'was cut to 0 bytes': { change: (file) => truncateSync(file), says: DAMAGED, alone: FOREIGN },
  'lost its end': {
    change: (file) => truncateSync(file, 100_000),
    says: DAMAGED,
    alone: FOREIGN,
  },
  'is the database of another program': {
    change: writeForeign,
    says: DAMAGED,
    alone: FOREIGN,
  },
  'is no database': {
    change: (file) => writeFileSync(file, 'x'.repeat(5_000)),
    says: DAMAGED,
    alone: FOREIGN,
  },
  'has other bytes in the middle, which SQLite does not notice': {
    change(file) {
      const bytes = readFileSync(file);
      const at = bytes.indexOf('x'.repeat(5_000), bytes.length / 2);
      bytes.fill('y', at + 1_000, at + 1_064);
      writeFileSync(file, bytes);
    },
    says: `${DAMAGED} its checksum differs`,
    alone: 'There is no',
  },
};

describe.each(Object.entries(CHANGES))('a backup that %s', (_, { change, says, alone }) => {
  it('is refused by verify and restore, which change nothing', async () => {
    const file = await backedUp();
    change(file);
    const folder = await folderWithRows('old', 20);
    const names = () => readdirSync(folder).filter((name) => !name.startsWith('serve.lock'));
    const before = names();
    const restore = ['restore', file, '--data', folder, '--force'];
    for (const command of [['backup', 'verify', file], restore]) {
      expect(await refused(...command)).toContain(says);
    }
    rmSync(manifestOf(file));
    for (const command of [['backup', 'verify', file], restore]) {
      expect(await refused(...command)).toContain(alone);
    }
    if (alone === FOREIGN) {
      expect(await refused(...restore, '--without-manifest')).toContain(alone);
    }
    expect(names()).toEqual(before);
    expect(rowsIn(databaseIn(folder))).toEqual({ old: 20 });
  });
});

describe('a backup whose manifest is lost or damaged', () => {
  it('is restored only if the operator says so', async () => {
    const file = await backedUp();
    writeFileSync(manifestOf(file), '{');
    const restore = ['restore', file, '--data', newFolder()];
    expect(await refused(...restore, '--without-manifest')).toContain('manifest.json is damaged.');
    rmSync(manifestOf(file));
    expect(await refused(...restore)).toContain(`There is no ${manifestOf(file)}`);
    const report = await succeeds(...restore, '--without-manifest');
    expect(report).toMatch(/^! Without a manifest, .*\nRestored to /);
    expect(rowsIn(databaseIn(restore[3] ?? ''))).toEqual({ new: 30 });
  });

  it('is refused if the manifest is not a small file with what a manifest has', async () => {
    const file = await backedUp();
    const manifest = JSON.parse(readFileSync(manifestOf(file), 'utf8'));
    const verify = () => refused('backup', 'verify', file);
    for (const name of ['madeAt', 'madeBy', 'sha256', 'bytes', 'rows']) {
      writeFileSync(manifestOf(file), JSON.stringify({ ...manifest, [name]: null }));
      expect(await verify()).toContain('manifest.json is damaged.');
    }
    truncateSync(manifestOf(file), 2 * 1024 ** 2);
    expect(await verify()).toContain('manifest.json is damaged.');
    rmSync(manifestOf(file));
    symlinkSync('/dev/zero', manifestOf(file));
    expect(await verify()).toContain('manifest.json is damaged.');
  });

  it('is refused if another version wrote it', async () => {
    const file = await backedUp();
    const manifest = JSON.parse(readFileSync(manifestOf(file), 'utf8'));
    writeFileSync(manifestOf(file), JSON.stringify({ ...manifest, format: 2, madeBy: '9.9.9' }));
    expect(await refused('backup', 'verify', file)).toContain('another version (9.9.9)');
  });
});

describe('what a restore replaces', () => {
  it('stays beside it, whole, with the path printed', async () => {
    const file = await backedUp();
    const folder = await folderWithRows('old', 20);
    expect(existsSync(`${databaseIn(folder)}-wal`)).toBe(true);
    const report = await succeeds('restore', file, '--data', folder, '--force');
    const [, aside = ''] = /What was there before is in (\S+)\. Delete it/.exec(report) ?? [];
    expect(rowsIn(databaseIn(folder))).toEqual({ new: 30 });
    expect(rowsIn(aside)).toEqual({ old: 20 });
    expect(statSync(aside).mode & 0o777).toBe(0o600);

    // And back again.
    const back = ['restore', aside, '--data', folder, '--force', '--without-manifest'];
    expect(await succeeds(...back)).toContain('What was there before is in');
    expect(rowsIn(databaseIn(folder))).toEqual({ old: 20 });
    expect(readdirSync(folder).filter((name) => name.includes('.replaced-'))).toHaveLength(2);
  });

  it('stays beside it with its log if it is so damaged that the log cannot be read', async () => {
    const file = await backedUp();
    const folder = await folderWithRows('old', 20);
    writeFileSync(databaseIn(folder), 'x'.repeat(50_000));
    writeFileSync(`${databaseIn(folder)}-wal`, 'y'.repeat(50_000));
    const report = await succeeds('restore', file, '--data', folder, '--force');
    const [, aside = ''] = /What was there before is in (\S+)\. Delete it/.exec(report) ?? [];
    expect(readFileSync(aside, 'utf8') === 'x'.repeat(50_000)).toBe(true);
    expect(readFileSync(`${aside}-wal`, 'utf8') === 'y'.repeat(50_000)).toBe(true);
    expect(rowsIn(databaseIn(folder))).toEqual({ new: 30 });
  });

  it('is not replaced while another program reads it', async () => {
    const file = await backedUp();
    const folder = await folderWithRows('old', 20);
    const reader = new Database(databaseIn(folder));
    reader.exec('BEGIN; SELECT * FROM installation');
    reader.prepare('SELECT count(*) FROM installation').get();
    const says = await refused('restore', file, '--data', folder, '--force');
    reader.close();
    expect(says).toContain('Another program is using');
    expect(rowsIn(databaseIn(folder))).toEqual({ old: 20 });
  });

  it('is not replaced if its folder cannot be locked or the backup cannot be read', async () => {
    const file = await backedUp();
    const folder = await folderWithRows('old', 20);
    const loop = join(newFolder(), 'loop.db');
    symlinkSync(loop, loop);
    expect(await refused('backup', 'verify', loop)).toContain('cannot be read (ELOOP)');
    const looped = await refused('restore', loop, '--data', folder, '--force');
    expect(looped).toContain('cannot be restored (ELOOP)');
    rmSync(join(folder, 'serve.lock'), { force: true });
    mkdirSync(join(folder, 'serve.lock'));
    const unlocked = await refused('restore', file, '--data', folder, '--force');
    expect(unlocked).toContain('cannot be restored (SQLITE_CANTOPEN');
    expect(rowsIn(databaseIn(folder))).toEqual({ old: 20 });
  });

  it('is not replaced by a backup that was copied without its manifest', async () => {
    const folder = await folderWithRows('old', 20);
    const file = await backedUp();
    const copy = join(newFolder(), 'copy.db');
    copyFileSync(file, copy);
    expect(await refused('restore', copy, '--data', folder, '--force')).toContain('There is no');
    expect(await refused('restore', `${copy}x`, '--data', folder)).toContain('File not found');
    expect(await refused('backup', 'verify', newFolder())).toContain('File not found');
    expect(rowsIn(databaseIn(folder))).toEqual({ old: 20 });
  });
});
