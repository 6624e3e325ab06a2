import { readFile, rename, writeFile } from 'node:fs/promises';

/** Writes a file whole or not at all. */
export async function writeWhole(file, text) {
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, text, { mode: 0o600 });
  await rename(partial, file);
}

/** The JSON object in a file; an empty one when there is no such file, or something else in it. */
export async function readObject(file) {
  try {
    const value = JSON.parse(await readFile(file, 'utf8'));
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
