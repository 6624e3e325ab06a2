import { createApi, type Api } from '../../../test-bed/api.ts';
import { importFrom, startProgram, type ChildProgram } from './child-program.ts';

const PROGRAM = `
  import { main } from ${importFrom('main.ts')};
  process.exit(await main(process.argv.slice(1)));
`;

type Environment = Record<string, string>;

/** Starts `mkt-marketplace` from its source; it ends with the test. */
const start = (args: readonly string[], env: Environment = {}): ChildProgram =>
  startProgram(PROGRAM, { args: [...args], env });

export interface Ran {
  code: number | string | null;
  stdout: string;
  stderr: string;
  tookMs: number;
}

/** Runs a command to its end. */
export async function runMarketplace(args: readonly string[], env?: Environment): Promise<Ran> {
  const startedAt = performance.now();
  const program = start(args, env);
  const stdout: Buffer[] = [];
  program.child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  const code = await program.ended;
  return {
    code,
    stdout: Buffer.concat(stdout).toString(),
    stderr: program.errors(),
    tookMs: performance.now() - startedAt,
  };
}

export interface MarketplaceProcess {
  /** As the account of dev mode. */
  api: Api;
  baseUrl: string;
  pid: number;
  program: ChildProgram;
}

/** The arguments of a marketplace in dev mode on a free port. */
export const serveArgs = (...more: string[]) => [
  'serve',
  '--dev',
  '--json',
  '--port',
  '0',
  ...more,
];

/** Starts a marketplace in dev mode, and resolves once it is ready. */
export async function startMarketplace(
  args: readonly string[],
  env?: Environment,
): Promise<MarketplaceProcess> {
  const program = start(serveArgs(...args), env);
  const { baseUrl, devApiKey, pid } = JSON.parse(await program.line());
  return { api: createApi(baseUrl, devApiKey), baseUrl, pid, program };
}
