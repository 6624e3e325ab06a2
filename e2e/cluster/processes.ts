import { randomBytes } from 'node:crypto';
import { createApi, type Api } from '../../packages/marketplace/test/api.ts';
import {
  importFrom,
  startProgram,
  type ChildProgram,
} from '../../packages/marketplace/test/child-program.ts';
import { newFolder } from '../../packages/marketplace/test/market.ts';

const PROGRAM = `
  import { main } from ${importFrom('main.ts')};
  process.exit(await main(process.argv.slice(1)));
`;

export interface ServerProcess {
  api: Api;
  program: ChildProgram;
  pid: number;
}

export interface Cluster {
  /** Starts one process more; it ends with the test. */
  start(role?: 'api' | 'worker' | 'all', env?: Record<string, string>): Promise<ServerProcess>;
  /** Runs a command beside the processes, to its end. */
  run(args: string[]): Promise<{ code: number | string | null; errors: string }>;
}

/** Processes on one database, with one developer and one encryption key. */
export function clusterOn(database: string): Cluster {
  const folder = newFolder();
  const key = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64'), MKT_LOG_LEVEL: 'error' };
  const place = ['--data', folder, '--database', database];
  return {
    async start(role = 'all', env = {}) {
      const args = ['serve', '--dev', '--json', '--port', '0', '--role', role, ...place];
      const program = startProgram(PROGRAM, { args, env: { ...key, ...env } });
      const { baseUrl, devApiKey, pid } = JSON.parse(await program.line());
      return { program, pid, api: createApi(baseUrl, devApiKey) };
    },
    async run(args) {
      const program = startProgram(PROGRAM, { args: [...args, '--database', database], env: key });
      return { code: await program.ended, errors: program.errors() };
    },
  };
}
