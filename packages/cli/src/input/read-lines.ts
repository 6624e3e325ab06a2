import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { MAX_BYTES, openSource, unreadable } from './read-input.ts';
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
