import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { createGrowingBuffer, describeJsonError, parseJson, type ReadJson } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { systemCode } from '../errors/system-code.ts';
import type { Shell } from '../terminal/shell.ts';

/** Larger than any request that a marketplace accepts. */
export const MAX_BYTES = 4 * 1024 * 1024;

/** The bytes of a file, or of stdin for `-`. */
export async function readBytes(
  source: string,
  shell: Pick<Shell, 'stdin' | 'cwd' | 'signal'>,
): Promise<Uint8Array> {
  try {
    return await collect(openSource(source, shell), nameOf(source), shell.signal);
  } catch (error) {
    throw unreadable(source, error, shell.signal);
  }
}

/** A file, or stdin for `-`. */
export function openSource(source: string, { stdin, cwd }: Pick<Shell, 'stdin' | 'cwd'>): Readable {
  if (source !== '-') return createReadStream(resolve(cwd, source));
  if (stdin.isTTY !== true) return stdin;
  throw new CliError(
    'missing_value',
    '"-" reads stdin, but nothing is piped in; pipe the JSON in, or give a file name.',
  );
}

const nameOf = (source: string) => (source === '-' ? 'stdin' : source);

/** The error for a user of what reading a source has thrown. */
export function unreadable(source: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof CliError) return error;
  const code = systemCode(error);
  const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  return new CliError('unreadable_input', `${nameOf(source)} ${why}.`, { cause: error });
}

/** How long to wait for the first byte when no option says that there is input. */
const FIRST_BYTE_MS = 1_000;

/**
 * Reads JSON that is piped in without an option that says so. `undefined` for a terminal and for
 * empty input, such as `/dev/null`; an error that names `flag` when nothing arrives within a second.
 */
export async function readPipedJson(flag: string, shell: Shell): Promise<ReadJson | undefined> {
  const { stdin, signal } = shell;
  if (stdin.isTTY === true) return undefined;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), FIRST_BYTE_MS);
  stdin.once('readable', () => clearTimeout(timer));
  try {
    const bytes = await collect(stdin, 'stdin', AbortSignal.any([signal, waiting.signal]));
    return bytes.length === 0 ? undefined : jsonOf(bytes, 'stdin');
  } catch (error) {
    if (signal.aborted || !waiting.signal.aborted) throw error;
    throw new CliError('missing_value', 'stdin is a pipe into which nothing was written.', {
      next: `Pass the input with ${flag} '{…}', or redirect stdin from /dev/null to pass none.`,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function collect(stream: Readable, name: string, signal: AbortSignal): Promise<Uint8Array> {
  // Destroys the stream on abort: a stdin that is being read would keep the process alive.
  addAbortSignal(signal, stream);
  const buffer = createGrowingBuffer(MAX_BYTES);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      if (!buffer.append(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) {
        throw new CliError('unreadable_input', `${name} is larger than ${MAX_BYTES} bytes.`);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return buffer.take();
}

/**
 * Reads the JSON of an option: the value itself, `@file`, or `-` for stdin. Errors name `flag` and
 * never repeat the value, which may hold a secret.
 */
export async function readJsonOption(text: string, flag: string, shell: Shell): Promise<ReadJson> {
  const source = text === '-' ? '-' : text.startsWith('@') ? text.slice(1) : undefined;
  if (source === '')
    throw new CliError('missing_value', `${flag} @ needs a file name, as in ${flag} @input.json.`);
  const bytes = source === undefined ? Buffer.from(text) : await readBytes(source, shell);
  const name = source === undefined ? `The value of ${flag}` : source === '-' ? 'stdin' : source;
  return jsonOf(bytes, name);
}

export function jsonOf(bytes: Uint8Array, name: string): ReadJson {
  const parsed = parseJson(bytes);
  if (parsed.ok) return parsed;
  throw new CliError('unreadable_input', `${name} ${describeJsonError(parsed, bytes)}.`, {
    next: name.startsWith('The value')
      ? 'Put the JSON in single quotes, or save it to a file and pass @file.json'
      : undefined,
  });
}
