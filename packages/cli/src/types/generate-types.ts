import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CliError } from '../errors/cli-error.ts';
import type { CompiledTypes, TypedContract } from './compile-types.ts';
import type { TypesReply } from './types-process.ts';

const isSource = import.meta.url.endsWith('.ts');
const PROCESS = new URL(isSource ? './types-process.ts' : './types-process.js', import.meta.url);

export interface GenerationLimits {
  /** Default: 30 s, 100 times what an ordinary schema takes. */
  timeoutMs?: number;
  memoryMb?: number;
  signal: AbortSignal;
}

export type GeneratedTypes = Extract<CompiledTypes, { ok: true }>;

/**
 * Generates types in its own process, which ends after a time and has a limit on memory: schemas
 * are written by strangers.
 */
export async function generateTypes(
  contracts: readonly TypedContract[],
  { timeoutMs = 30_000, memoryMb = 512, signal }: GenerationLimits,
): Promise<GeneratedTypes> {
  signal.throwIfAborted();
  const reply = await ask(contracts, { timeoutMs, memoryMb, signal });
  if (reply.ok) return reply;
  const next = 'Leave that listing out, or call it without types.';
  if (!('slug' in reply)) throw new CliError('types_not_generated', reply.problem, { next });
  throw new CliError(
    'types_not_generated',
    `The ${reply.side} of ${reply.slug} cannot be turned into types: ${reply.problem}.`,
    { next },
  );
}

function ask(
  contracts: readonly TypedContract[],
  { timeoutMs, memoryMb, signal }: Required<GenerationLimits>,
): Promise<TypesReply> {
  const names = contracts.map(({ slug }) => slug).join(', ');
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(PROCESS), {
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        ...(isSource ? ['--conditions=mkt-source'] : []),
      ],
      env: {},
      // A crash prints the stack of the engine.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const stop = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      const problem = `The types of ${names} were not generated within ${timeoutMs / 1_000} s.`;
      resolve({ ok: false, problem });
      stop();
    }, timeoutMs);
    const abort = () => {
      reject(signal.reason);
      stop();
    };
    signal.addEventListener('abort', abort, { once: true });
    child.once('message', (reply: TypesReply) => resolve(reply));
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      const problem = `The types of ${names} need more than ${memoryMb} MB of memory.`;
      resolve({ ok: false, problem });
    });
    child.send([...contracts]);
  });
}
