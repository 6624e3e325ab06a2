import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SHOWN_CHARACTERS = 8;

/** The forms in which a file could contain a secret: as text and as bytes. */
function formsOf(secret: string): Buffer[] {
  const [, base64] = /^whsec_(.+)$/.exec(secret) ?? [];
  if (base64 === undefined) return [Buffer.from(secret)];
  const bytes = Buffer.from(base64, 'base64');
  return [base64, bytes.toString('base64url'), bytes.toString('hex')]
    .map((text) => Buffer.from(text))
    .concat(bytes);
}

async function searchFile(file: string, needles: readonly Buffer[]): Promise<Set<Buffer>> {
  const longest = Math.max(...needles.map((needle) => needle.length));
  const found = new Set<Buffer>();
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const window = Buffer.concat([tail, chunk as Buffer]);
    for (const needle of needles) if (window.includes(needle)) found.add(needle);
    tail = window.subarray(Math.max(0, window.length - longest));
  }
  return found;
}

async function filesOf(path: string): Promise<string[]> {
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder ? await readdir(path) : [];
  const files = isFolder
    ? names.filter((name) => name.includes('.db')).map((name) => join(path, name))
    : [path];
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  if (!sizes.some((size) => size > 0)) throw new Error(`There is nothing to look at in ${path}.`);
  return files;
}

/**
 * Searches files for secrets, byte by byte, and returns one sentence for each that it finds. A folder
 * means the database files in it. Throws if there is no secret to search for, or if one of the paths
 * is empty: finding nothing proves something only if something was searched.
 */
export async function searchSecrets(
  paths: readonly string[],
  secrets: readonly string[],
): Promise<string[]> {
  if (secrets.length === 0 || secrets.some((secret) => secret.length < SHOWN_CHARACTERS)) {
    throw new Error('There is no secret to look for, or one that is next to nothing.');
  }
  const needles = secrets.flatMap((secret) =>
    formsOf(secret).map((bytes) => ({ bytes, name: secret.slice(0, SHOWN_CHARACTERS) })),
  );
  const filesOfPaths = await Promise.all(paths.map(filesOf));
  const files = filesOfPaths.flat();
  if (files.length === 0) throw new Error('There is no file to search.');
  const sentences: string[] = [];
  for (const file of files) {
    const found = await searchFile(
      file,
      needles.map(({ bytes }) => bytes),
    );
    for (const { bytes, name } of needles) {
      if (found.has(bytes)) sentences.push(`${name}… is in ${file}`);
    }
  }
  return sentences;
}
