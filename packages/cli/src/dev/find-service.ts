import { execFile } from 'node:child_process';
import { access, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isObject, LIMITS } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { readJsonObject } from '../store/read-json-object.ts';
import { printable, truncate } from '../terminal/text.ts';
import { nodeTransport } from '../validate/node-transport.ts';
import { urlPolicyFor } from '../validate/served-contract.ts';
import type { ServiceProcess } from './service-loop.ts';
import { membersOf } from './service-members.ts';

interface Listener {
  port: number;
  /** The socket, as the links in `/proc/PID/fd` name it. */
  inode: string;
}

const LISTEN = '0A';
const LISTENING_ADDRESS = 1;
const STATE = 3;
const INODE = 9;

/** The sockets that listen on a TCP port of this machine; empty where there is no `/proc`. */
async function listeners(): Promise<Listener[]> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => '')),
  );
  return tables.flatMap((table) =>
    table
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const fields = line.trim().split(/\s+/);
        const port = Number.parseInt(fields[LISTENING_ADDRESS]?.split(':')[1] ?? '', 16);
        const inode = fields[INODE];
        return fields[STATE] === LISTEN && inode !== undefined ? [{ port, inode }] : [];
      }),
  );
}

/** The sockets that a process has open; empty for one of another user. */
async function socketsOf(pid: number | string): Promise<Set<string>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** The ports on which these processes listen. */
async function portsOf(pids: readonly number[]): Promise<number[]> {
  const sockets = await Promise.all(pids.map(socketsOf));
  const found = await listeners();
  const own = found.filter(({ inode }) => sockets.some((inodes) => inodes.has(inode)));
  return [...new Set(own.map(({ port }) => port))].toSorted((one, other) => one - other);
}

interface PortOwner {
  pid: number;
  /** Its command line, on one line. */
  command: string;
}

const COMMAND_LENGTH = 100;
const LSOF_TIMEOUT_MS = 3_000;

/** The process that listens on a port; `undefined` if it cannot be known, as for other users' ones. */
async function portOwner(port: number): Promise<PortOwner | undefined> {
  if (process.platform === 'linux') return await ownerInProc(port);
  if (process.platform === 'win32') return undefined;
  return await ownerByLsof(port);
}

/** `Port 8787 is in use by node server.js (pid 4711).` */
export async function portInUse(port: number): Promise<string> {
  const owner = await portOwner(port);
  if (!owner) return `Port ${port} is in use by another program.`;
  return `Port ${port} is in use by ${owner.command} (pid ${owner.pid}).`;
}

async function ownerInProc(port: number): Promise<PortOwner | undefined> {
  const inodes = (await listeners()).filter((each) => each.port === port).map((each) => each.inode);
  if (inodes.length === 0) return undefined;
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const sockets = await socketsOf(name);
    if (!inodes.some((inode) => sockets.has(inode))) continue;
    const words = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    return owner(Number(name), words.split('\0').join(' '));
  }
  return undefined;
}

async function ownerByLsof(port: number): Promise<PortOwner | undefined> {
  try {
    const run = promisify(execFile);
    const options = { timeout: LSOF_TIMEOUT_MS };
    const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'];
    const pid = Number((await run('lsof', args, options)).stdout.split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)], options);
    return owner(pid, stdout);
  } catch {
    // Without lsof only the port is known.
    return undefined;
  }
}

const owner = (pid: number, command: string): PortOwner => ({
  pid,
  command: truncate(printable(command).trim() || 'a program', COMMAND_LENGTH),
});

/** How a service is started. */
export interface StartCommand {
  command: string;
  /** `undefined` for a command line that the shell reads. */
  args: readonly string[] | undefined;
  /** As it is shown: `npm run start`. */
  shownAs: string;
}

/** `mkt dev`, however it is started, would start itself again. */
const STARTS_DEV = /\bmkt\s+dev\b/;

/**
 * The command that starts the service of a project: what follows `--`; `dev` in mkt.json; the script
 * `dev` or, if that is `mkt dev` itself, `start` of package.json; `main.py`.
 */
export async function startCommand(
  folder: string,
  given: readonly string[],
): Promise<StartCommand> {
  const [command, ...args] = given;
  if (command !== undefined) return { command, args, shownAs: given.join(' ') };
  return (
    (await fromSettings(folder)) ??
    (await fromScripts(folder)) ??
    (await fromPython(folder)) ??
    fail(
      'mkt dev does not know how to start this service: there is no script dev or start in package.json, and no main.py.',
    )
  );
}

const fail = (message: string): never => {
  throw new CliError('missing_value', message, {
    next: 'Name the command, as in: mkt dev -- node src/main.js. If the service is running already: mkt dev --service-url http://localhost:8810',
  });
};

const damaged = (file: string) => (problem: string, cause?: unknown) =>
  new CliError('damaged_settings', `${file} ${problem}.`, {
    next: 'Fix it, or name the command, as in: mkt dev -- node src/main.js',
    cause,
  });

/** The shell reads it, as it does the scripts of package.json. */
async function fromSettings(folder: string): Promise<StartCommand | undefined> {
  const settings = await readJsonObject(join(folder, 'mkt.json'), damaged('mkt.json'));
  const command = settings?.['dev'];
  if (command === undefined) return undefined;
  if (typeof command !== 'string' || command.trim() === '') {
    throw damaged('mkt.json')('is damaged: dev must be a command line');
  }
  refuseItself(command, 'dev in mkt.json');
  return { command, args: undefined, shownAs: command };
}

async function fromScripts(folder: string): Promise<StartCommand | undefined> {
  const manifest = await readJsonObject(join(folder, 'package.json'), damaged('package.json'));
  const scripts = manifest?.['scripts'];
  if (!isObject(scripts)) return undefined;
  const names = ['dev', 'start'].filter((name) => typeof scripts[name] === 'string');
  const name = names.find((each) => !STARTS_DEV.test(String(scripts[each])));
  if (name === undefined) {
    if (names.length > 0) refuseItself('mkt dev', `the script ${names[0]} in package.json`);
    return undefined;
  }
  // Unlike npm, it starts in a few milliseconds and passes signals on.
  return {
    command: process.execPath,
    args: ['--run', name],
    shownAs: `npm run ${name}`,
  };
}

function refuseItself(command: string, place: string): void {
  if (STARTS_DEV.test(command)) {
    fail(`mkt dev needs the command of the service itself, but ${place} is mkt dev.`);
  }
}

async function fromPython(folder: string): Promise<StartCommand | undefined> {
  const isThere = await access(join(folder, 'main.py')).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  // Without -u Python keeps what it prints until its buffer is full.
  const command = process.platform === 'win32' ? 'python' : 'python3';
  return { command, args: ['-u', 'main.py'], shownAs: `${command} main.py` };
}

const POLL_MS = 50;
const RETRY_MS = 500;
const MAX_RETRIES = 10;
/** How long a contract at another address may take to be found. */
const QUIET_MS = 300;
const WITHOUT_CONTRACT_MS = 1_000;
const ADDRESS =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{1,5})(?=[/\s"'),.;]|$)(\/[\w.~%/-]*)?/g;
/** The paths that each service has below its base. */
const OWN_PATH = /\/(?:contract|run|health)?\/?$/;
/** A program may print any number of addresses, as in the log of its requests. */
export const MAX_CANDIDATES = 50;

/** Where services on this machine may be, by a line that a program prints: their ports, and paths below. */
export function addressesIn(line: string): string[] {
  return [...line.matchAll(ADDRESS)].flatMap(([, port, printed = '']) => {
    const path = printed.replace(/[.]+$/, '').replace(OWN_PATH, '');
    return [
      `http://localhost:${port}`,
      ...(path === '' ? [] : [`http://localhost:${port}${path}`]),
    ];
  });
}

export interface FoundService {
  /** The base addresses that have a contract; if there are none, the first that responds. */
  urls: string[];
  hasContract: boolean;
}

/**
 * Where a service responds to `GET /contract`. Candidates are the ports on which its processes listen
 * (on Linux), and the addresses that it prints: of a program with several services, each has its own.
 * Once an address has responded it is not requested again, except after a 5xx.
 */
export async function findService(
  service: Pick<ServiceProcess, 'members'>,
  printed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundService> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const candidates = new Map<string, 'open' | 'contract' | 'response'>();
  let lastAtMs = performance.now();
  const probe = async (url: string) => {
    candidates.set(url, (await hasContract(url, either)) ? 'contract' : 'response');
    lastAtMs = performance.now();
  };
  const addCandidates = async () => {
    const members = service.members();
    const open = members ? await portsOf(await membersOf(members)) : [];
    for (const url of new Set([...open.map((port) => `http://localhost:${port}`), ...printed])) {
      if (candidates.has(url) || candidates.size >= MAX_CANDIDATES) continue;
      candidates.set(url, 'open');
      lastAtMs = performance.now();
      // Each on its own: one that accepts connections and never responds must not delay others.
      probe(url).catch(() => {});
    }
  };
  try {
    for (;;) {
      await addCandidates();
      const all = [...candidates];
      const urls = all.filter(([, state]) => state === 'contract').map(([url]) => url);
      const quietMs = performance.now() - lastAtMs;
      // A service at the root of its port is the only one there.
      if (urls.some((url) => new URL(url).pathname === '/')) return { urls, hasContract: true };
      if (urls.length > 0 && quietMs > QUIET_MS) return { urls, hasContract: true };
      const first = all.find(([, state]) => state === 'response');
      if (urls.length === 0 && first && quietMs > WITHOUT_CONTRACT_MS) {
        return { urls: [first[0]], hasContract: false };
      }
      await pause(POLL_MS, undefined, { signal });
    }
  } finally {
    done.abort();
  }
}

/** Resolves when the service responds at an address that is known. */
export const awaitService = async (url: string, signal: AbortSignal): Promise<FoundService> => ({
  urls: [url],
  hasContract: await hasContract(url, signal),
});

/** The body of `GET /contract`; `undefined` unless it responds with 200. */
export async function readContractText(
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const outcome = await requestContract(url, signal);
  if (outcome.kind !== 'response' || outcome.status !== 200) return undefined;
  return Buffer.from(outcome.body).toString('latin1');
}

/**
 * Waits until an address responds, and returns whether it has a contract. After a 5xx it is requested
 * again a few times, because the service may be starting.
 */
async function hasContract(url: string, signal: AbortSignal): Promise<boolean> {
  for (let retries = 0; ;) {
    const outcome = await requestContract(url, signal);
    const status = outcome.kind === 'response' ? outcome.status : undefined;
    if (status === 200) return true;
    const isFailing = status !== undefined && status >= 500;
    if (status !== undefined && (!isFailing || retries === MAX_RETRIES)) return false;
    if (isFailing) retries += 1;
    await pause(isFailing ? RETRY_MS : POLL_MS, undefined, { signal });
  }
}

const requestContract = (url: string, signal: AbortSignal) =>
  nodeTransport(urlPolicyFor(url)).request({
    method: 'GET',
    url: `${url.replace(/\/+$/, '')}/contract`,
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: LIMITS.contractBytes,
    signal,
  });
