import { afterAll } from 'vitest';
import {
  newDataDir,
  removeDataDir,
  startServer,
  type Server,
  type ServerOptions,
} from './start-server.ts';

export interface OwnServers {
  /** A new data folder. */
  newFolder(): Promise<string>;
  /** Starts a server, with a new data folder by default. */
  start(options?: ServerOptions): Promise<Server>;
}

/** Data folders and servers of one test file; afterwards servers are killed and folders removed. */
export function createOwnServers(): OwnServers {
  const folders: string[] = [];
  const servers: Server[] = [];
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await Promise.all(folders.map((folder) => removeDataDir(folder)));
  });

  async function newFolder(): Promise<string> {
    const folder = await newDataDir();
    folders.push(folder);
    return folder;
  }

  async function start(options: ServerOptions = {}): Promise<Server> {
    const dataDir = options.dataDir ?? (await newFolder());
    const server = await startServer({ ...options, dataDir });
    servers.push(server);
    return server;
  }

  return { newFolder, start };
}
