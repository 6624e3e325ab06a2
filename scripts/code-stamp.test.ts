// Generated code that is not checked in is made again when it is missing, stale or changed.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { INPUT_FILES, hashInputs, isCodeFresh, stampOf } from './code-stamp.mjs';
import { keepGenerated } from './generated-files.mjs';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const SCHEMA = 'packages/protocol/schemas/order.json';
const ROUTES = 'packages/protocol/src/routes.ts';
const TYPES = 'packages/protocol/src/generated/wire-types.ts';

let root: string;

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A repository whose code has been generated. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mkt-code-'));
  folders.push(root);
  write({ [SCHEMA]: '{}', [ROUTES]: 'routes' });
  write(Object.fromEntries(INPUT_FILES.map((path) => [path, path])));
  const files = { [TYPES]: 'types' };
  write({ ...files, ...stampOf(hashInputs(root), files) });
});

describe('generated code', () => {
  it('is fresh once it has been generated', () => {
    expect(isCodeFresh(root)).toBe(true);
  });

  it.each([SCHEMA, ROUTES, 'pnpm-lock.yaml', 'scripts/generate-protocol.mjs'])(
    'is stale when %s has changed',
    (path) => {
      write({ [path]: 'changed' });
      expect(isCodeFresh(root)).toBe(false);
    },
  );

  it('is stale when a schema has been added', () => {
    write({ 'packages/protocol/schemas/refund.json': '{}' });
    expect(isCodeFresh(root)).toBe(false);
  });

  it('is stale when it is missing, or was changed by hand', () => {
    write({ [TYPES]: 'types, by hand' });
    expect(isCodeFresh(root)).toBe(false);
    rmSync(join(root, TYPES));
    expect(isCodeFresh(root)).toBe(false);
  });

  it('is stale in a new clone', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(isCodeFresh(root)).toBe(false);
  });
});

describe('a generated file', () => {
  it('replaces the one before as a whole, and leaves nothing beside it', () => {
    keepGenerated({ [TYPES]: 'new types' }, { root, quiet: true });
    expect(readdirSync(join(root, dirname(TYPES)))).toEqual(['wire-types.ts']);
  });

  it('leaves the one before as it is when it cannot be written', () => {
    // A folder of that name: the new text can be written, but does not get its place.
    rmSync(join(root, TYPES));
    write({ [`${TYPES}/inside`]: 'kept' });
    expect(() => keepGenerated({ [TYPES]: 'new types' }, { root, quiet: true })).toThrow(
      /EISDIR|ENOTEMPTY|EEXIST/,
    );
    expect(readdirSync(join(root, dirname(TYPES)))).toEqual(['wire-types.ts']);
    expect(readdirSync(join(root, TYPES))).toEqual(['inside']);
  });
});
