// Which code is generated and not checked in, from what, and whether it is there as it should be. Imports
// nothing but Node, because it runs before the installation.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written last. It has the hashes of what was read and of what was written. */
const STAMP = join('node_modules', '.generated');

const FOLDERS = ['packages/protocol/schemas', 'packages/protocol/src'];
/** What the generated code depends on, in addition to the sources of the protocol. */
export const INPUT_FILES = [
  'pnpm-lock.yaml',
  'scripts/code-stamp.mjs',
  'scripts/generate-calls.mjs',
  'scripts/generate-code.mjs',
  'scripts/generate-protocol.mjs',
  'scripts/generated-files.mjs',
];

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** The sources in a folder, without what is generated from them. */
const sourcesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.(ts|json)$/.test(name) && !/^generated\b/.test(name))
    .map((name) => join(folder, name))
    .toSorted();

/** What the generated code depends on, as a hash. */
export function hashInputs(root) {
  const paths = [...INPUT_FILES, ...FOLDERS.flatMap((folder) => sourcesIn(root, folder))];
  return hashOf(paths.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`).join());
}

/** @returns {{ inputs?: string, outputs: Record<string, string> }} as `stampOf` wrote it */
export function readStamp(root) {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
  } catch {
    return { outputs: {} };
  }
}

/**
 * The stamp of generated files: file path from the repository's root → text.
 *
 * @param {string} inputs the hash of what they are made from, taken before it was read
 * @param {Record<string, string>} files
 */
export const stampOf = (inputs, files) => ({
  [STAMP]: JSON.stringify({
    inputs,
    outputs: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hashOf(text)])),
  }),
});

/** Whether the generated code is that of the sources, and has not been changed. */
export function isCodeFresh(root) {
  const { inputs, outputs } = readStamp(root);
  try {
    return (
      inputs === hashInputs(root) &&
      Object.entries(outputs).every(
        ([path, hash]) => hashOf(readFileSync(join(root, path), 'utf8')) === hash,
      )
    );
  } catch {
    return false;
  }
}
