import { readFileSync, statSync } from 'node:fs';
import { readBlockedWords } from '@mkt/conformance';
import { ConfigError } from './config-error.ts';

const MAX_BYTES = 1024 * 1024;

const refuse = (path: string, problem: string) =>
  new ConfigError(`MKT_BLOCKED_WORDS_FILE: ${path} ${problem}.`);

/**
 * Loads the blocked words of the operator. Throws `ConfigError` if they cannot be read: a server
 * that is configured to block words does not start without them.
 */
export function loadBlockedWords(path: string | null): string[] {
  if (path === null) return [];
  const read = readBlockedWords(bytesOf(path));
  if (!read.ok) throw refuse(path, read.message);
  return read.words;
}

function bytesOf(path: string): Uint8Array {
  let file: ReturnType<typeof statSync>;
  try {
    file = statSync(path);
  } catch {
    throw refuse(path, 'does not exist or cannot be read');
  }
  if (!file.isFile()) throw refuse(path, 'is not a file');
  if (file.size > MAX_BYTES) throw refuse(path, `is larger than ${MAX_BYTES} bytes`);
  try {
    return readFileSync(path);
  } catch {
    throw refuse(path, 'cannot be read');
  }
}
