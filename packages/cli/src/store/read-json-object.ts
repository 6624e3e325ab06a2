import { readFile } from 'node:fs/promises';
import { isObject } from '@mkt/protocol';
import { systemCode } from '../errors/cli-error.ts';

/** Makes the error of a file; `problem` completes the sentence "The file …". */
export type Damaged = (problem: string, cause?: unknown) => Error;

/** The JSON object in a file; `undefined` if there is no file. Throws what `damaged` makes. */
export async function readJsonObject(
  path: string,
  damaged: Damaged,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw damaged(`cannot be read (${code})`, error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged('is not JSON', error);
  }
  if (!isObject(value)) throw damaged('must contain a JSON object');
  return value;
}
