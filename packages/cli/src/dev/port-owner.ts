import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { printable, truncate } from '../terminal/text.ts';
import { listeners, socketsOf } from './listening-ports.ts';

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
