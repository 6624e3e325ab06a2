import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { createGrowingBuffer, parseJson, type ReadJson } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Shell } from '../terminal/shell.ts';

/** No request that the marketplace takes is as large. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The bytes of a file, or of stdin for `-`. */
export async function readBytes(
  source: string,
  { stdin, cwd, signal }: Pick<Shell, 'stdin' | 'cwd' | 'signal'>,
): Promise<Uint8Array> {
  if (source === '-') {
    if (stdin.isTTY === true) {
      throw new CliError('missing_value', 'Nothing is piped in: "-" reads stdin.');
    }
    return await collect(stdin, 'stdin', signal);
  }
  try {
    return await collect(createReadStream(resolve(cwd, source)), source, signal);
  } catch (error) {
    if (error instanceof CliError) throw error;
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new CliError('unreadable_input', `${source} ${why}.`, { cause: error });
  }
}

async function collect(stream: Readable, name: string, signal: AbortSignal): Promise<Uint8Array> {
  // Destroyed when the signal aborts: a stdin that is being read would hold the process.
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
 * The JSON that an option gives: itself, `@file`, or `-` for stdin. `flag` is what the error calls
 * it; a value that was typed wrong is not repeated.
 */
export async function readJsonOption(text: string, flag: string, shell: Shell): Promise<ReadJson> {
  const source = text === '-' ? '-' : text.startsWith('@') ? text.slice(1) : undefined;
  if (source === '') throw new CliError('missing_value', `${flag} @ needs the name of a file.`);
  const bytes = source === undefined ? Buffer.from(text) : await readBytes(source, shell);
  const name = source === undefined ? `The value of ${flag}` : source === '-' ? 'stdin' : source;
  return jsonOf(bytes, name);
}

export function jsonOf(bytes: Uint8Array, name: string): ReadJson {
  const parsed = parseJson(bytes);
  if (parsed.ok) return parsed;
  throw new CliError('unreadable_input', `${name} ${parsed.message}.`, {
    next: name.startsWith('The value')
      ? 'In a shell, put it between single quotes, or in a file: @file.json'
      : undefined,
  });
}
