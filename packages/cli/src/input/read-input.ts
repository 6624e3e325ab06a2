import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { createGrowingBuffer, describeJsonError, parseJson, type ReadJson } from '@mkt/protocol';
import { CliError, systemCode } from '../errors/cli-error.ts';
import type { Shell } from '../terminal/shell.ts';

/** A line that is not blank. */
export interface InputLine {
  /** The first line of the source is 1. */
  number: number;
  /** Without the line break; `undefined` if it is longer than any input may be. */
  bytes: Uint8Array | undefined;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANKS = new Set([0x09, 0x0d, 0x20]);

/** Refuses, before anything is bought, a file that does not exist or cannot be read. */
export async function checkReadable(
  source: string,
  { cwd, signal }: Pick<Shell, 'cwd' | 'signal'>,
): Promise<void> {
  if (source === '-') return;
  const path = resolve(cwd, source);
  try {
    await access(path, constants.R_OK);
    if (!(await stat(path)).isDirectory()) return;
  } catch (error) {
    throw unreadable(source, error, signal);
  }
  throw unreadable(source, Object.assign(new Error('It is a folder.'), { code: 'EISDIR' }), signal);
}

/** Reads a file, or stdin for `-`, line by line: no more than a line is in memory. */
export async function* readLines(
  source: string,
  { stdin, cwd }: Pick<Shell, 'stdin' | 'cwd'>,
  signal: AbortSignal,
): AsyncGenerator<InputLine, void, undefined> {
  const stream = addAbortSignal(signal, openSource(source, { stdin, cwd }));
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= MAX_BYTES) parts.push(part);
    else parts = [];
  };
  const take = (): InputLine | undefined => {
    number++;
    const isTooLong = size > MAX_BYTES;
    const bytes = withoutMark(Buffer.concat(parts), number);
    parts = [];
    size = 0;
    if (isTooLong) return { number, bytes: undefined };
    return isBlank(bytes) ? undefined : { number, bytes };
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      let from = 0;
      for (let end; (end = bytes.indexOf(LINE_FEED, from)) !== -1; from = end + 1) {
        add(bytes.subarray(from, end));
        const line = take();
        if (line) yield line;
      }
      add(bytes.subarray(from));
    }
  } catch (error) {
    throw unreadable(source, error, signal);
  }
  const last = size > 0 ? take() : undefined;
  if (last) yield last;
}

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => BLANKS.has(byte));

/** Editors and spreadsheets put the mark at the beginning of a file. */
const withoutMark = (bytes: Buffer, number: number): Uint8Array =>
  number === 1 && bytes.indexOf(BYTE_ORDER_MARK) === 0
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;

/** Larger than any request that a marketplace accepts. */
const MAX_BYTES = 4 * 1024 * 1024;

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
function openSource(source: string, { stdin, cwd }: Pick<Shell, 'stdin' | 'cwd'>): Readable {
  if (source !== '-') return createReadStream(resolve(cwd, source));
  if (stdin.isTTY !== true) return stdin;
  throw new CliError(
    'missing_value',
    '"-" reads stdin, but nothing is piped in; pipe the JSON in, or give a file name.',
  );
}

const nameOf = (source: string) => (source === '-' ? 'stdin' : source);

/** The error for a user of what reading a source has thrown. */
function unreadable(source: string, error: unknown, signal: AbortSignal): unknown {
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
