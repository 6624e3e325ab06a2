import { Worker } from 'node:worker_threads';
import { JqError } from './jq-error.ts';
import type { Shell } from './shell.ts';
import { printable, printableJson } from './text.ts';

/** What jq-filter.ts and its thread send each other. */
export interface JqThreadOptions {
  filter: string;
}

export interface JqRequest {
  /** A JSON document; empty text only checks the filter. */
  text: string;
}

export type JqReply =
  /** Each line of `stdout` is a JSON value. */
  { kind: 'done'; stdout: string; stderr: string } | { kind: 'failed'; stderr: string };

/** The time for one document. The largest that a marketplace sends takes a second. */
const LIMIT_MS = 10_000;
/** The same after a signal. */
const GRACE_MS = 1_000;

const isSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(isSource ? './jq-thread.ts' : './jq-thread.js', import.meta.url);

/** Prints JSON documents as a jq filter turns them, in their order. */
export interface JqFilter {
  /** Throws if the filter has failed on an earlier document. */
  write(jsonText: string, next?: string): void;
  /** Resolves when everything is printed; rejects with the first failure. */
  drain(): Promise<void>;
  end(): void;
}

/** Starts a filter, which is checked before anything is sent to a marketplace. */
export async function startJqFilter(filter: string, shell: Shell): Promise<JqFilter> {
  const workerData: JqThreadOptions = { filter };
  const thread = new Worker(SCRIPT, { workerData, execArgv: [], env: {} });
  thread.unref();
  let last = Promise.resolve();
  let failure: JqError | undefined;

  async function apply(text: string, next?: string): Promise<void> {
    const hasRun = text !== '';
    const reply = await request(thread, { text }, shell.signal);
    if (reply?.kind === 'done') return print(reply, shell);
    const why = reply ? reasonOf(reply.stderr) : `it did not end within ${LIMIT_MS / 1_000} s`;
    const what = hasRun ? 'failed on the result' : 'is not valid';
    throw new JqError(`The filter of --jq ${what}: ${why}.`, { hasRun, next });
  }

  try {
    await apply('');
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return {
    write(jsonText, next) {
      if (failure) throw failure;
      last = last.then(() => apply(jsonText, next));
      // It is thrown by the next write, or by drain().
      last.catch((error: JqError) => (failure ??= error));
    },
    drain: () => last,
    end: () => void thread.terminate(),
  };
}

/** The reply; `undefined` if the thread had to be ended, or ended by itself. */
async function request(
  thread: Worker,
  message: JqRequest,
  signal: AbortSignal,
): Promise<JqReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<JqReply | undefined>();
  const expire = () => resolve(undefined);
  const timers = [setTimeout(expire, LIMIT_MS)];
  const hurry = () => timers.push(setTimeout(expire, GRACE_MS));
  if (signal.aborted) hurry();
  signal.addEventListener('abort', hurry);
  thread.once('message', resolve).once('error', expire).once('exit', expire);
  thread.postMessage(message);
  const reply = await promise;
  for (const timer of timers) clearTimeout(timer);
  signal.removeEventListener('abort', hurry);
  thread.off('message', resolve).off('error', expire).off('exit', expire);
  if (reply === undefined) await thread.terminate();
  return reply;
}

/** Text is printed as it is, anything else as JSON on a line, like `jq -r -c`. */
function print({ stdout, stderr }: { stdout: string; stderr: string }, shell: Shell): void {
  const isTerminal = shell.stdout.isTTY === true;
  const lines = stdout === '' ? [] : stdout.split('\n');
  for (const line of lines) {
    const text = line.startsWith('"') ? (JSON.parse(line) as string) : undefined;
    const safe = isTerminal ? text?.split('\n').map(printable).join('\n') : text;
    shell.stdout.write(`${safe ?? printableJson(line)}\n`);
  }
  // What `debug` and `stderr` of a filter print.
  if (stderr !== '') shell.stderr.write(`${stderr.split('\n').map(printable).join('\n')}\n`);
}

/** The first line of an error of jq, without its prefix and its full stop. */
function reasonOf(stderr: string): string {
  const [first = ''] = stderr.split('\n');
  const reason = first.replace(/^jq: error(?: \(at [^)]*\))?: /, '').replace(/[.:]$/, '');
  return reason === '' ? 'it ended with an error' : reason;
}
