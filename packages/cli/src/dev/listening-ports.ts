import { readFile, readdir, readlink } from 'node:fs/promises';

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
export async function listeners(): Promise<Listener[]> {
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
export async function socketsOf(pid: number | string): Promise<Set<string>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** The ports on which these processes listen. */
export async function portsOf(pids: readonly number[]): Promise<number[]> {
  const sockets = await Promise.all(pids.map(socketsOf));
  const found = await listeners();
  const own = found.filter(({ inode }) => sockets.some((inodes) => inodes.has(inode)));
  return [...new Set(own.map(({ port }) => port))].toSorted((one, other) => one - other);
}
