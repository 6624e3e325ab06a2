// A seller's project in a folder of its own, with `mkt dev` running in it as a process.
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@mkt/client';
import { startMkt, type SpawnOptions } from '../spawn-mkt.ts';

const SERVICE = fileURLToPath(new URL('../../../../test-bed/plain-service.mjs', import.meta.url));

export interface Project extends AsyncDisposable {
  folder: string;
  /** The file of the service. */
  main: string;
  /** The source of a service that works. */
  source: string;
  /** Replaces a file as most editors do: another file gets its name. */
  replace(file: string, text: string): Promise<void>;
}

export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-dev-'));
  const source = await readFile(SERVICE, 'utf8');
  const main = join(folder, 'main.mjs');
  await writeFile(main, source);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'word-count', scripts: { start: `node main.mjs` } }),
  );
  return {
    folder,
    main,
    source,
    replace: async (file, text) => {
      const other = join(folder, '.other');
      await writeFile(other, text);
      await rename(other, file);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Generous: the machine may be busy with other tests. */
const WITHIN_MS = 40_000;

/** An event of `mkt dev --json`. */
export type DevEvent = { event: string } & Record<string, unknown>;

export interface RunningDev extends AsyncDisposable {
  pid: number;
  /** All of stderr so far. */
  stderr(): string;
  /** The next event of this name that was not returned before. Events before it are skipped. */
  next(name: string, test?: (event: DevEvent) => boolean): Promise<DevEvent>;
  /** A client with the key of the marketplace in the project. */
  client(): Promise<Client>;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<{ code: number | null }>;
}

/** Starts `mkt dev --json` on a free port. */
export function startDev(
  folder: string,
  argv: readonly string[] = [],
  options: SpawnOptions = {},
): RunningDev {
  const port = argv.includes('--port') ? [] : ['--port', '0'];
  const child = startMkt(['dev', '--json', ...port, ...argv], { cwd: folder, ...options });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const events: DevEvent[] = [];
  let wake = () => {};
  let isEnded = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    events.push(JSON.parse(line) as DevEvent);
    wake();
  });
  const ended = once(child, 'close').then(([code]) => {
    isEnded = true;
    wake();
    return { code: code as number | null };
  });
  const seen: DevEvent[] = [];
  let url = '';
  const failure = (what: string) =>
    new Error(`${what}: ${stderr}\n${seen.map((event) => JSON.stringify(event)).join('\n')}`);
  const next: RunningDev['next'] = async (name, test = () => true) => {
    for (;;) {
      const event = events.shift();
      if (event) {
        seen.push(event);
        if (event.event === 'marketplace') url = String(event['url']);
        if (event.event === name && test(event)) return event;
        continue;
      }
      if (isEnded) throw failure(`mkt dev ended before ${name}`);
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const isLate = await Promise.race([woken, pause(WITHIN_MS, true, { ref: false })]);
      if (isLate === true) throw failure(`no ${name} within ${WITHIN_MS} ms`);
    }
  };
  return {
    pid: child.pid ?? 0,
    stderr: () => stderr,
    next,
    client: async () => {
      const apiKey = (await readFile(join(folder, '.mkt', 'dev-key'), 'utf8')).trim();
      return createClient({ baseUrl: url, apiKey });
    },
    kill: (signal) => child.kill(signal),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
