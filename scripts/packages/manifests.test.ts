import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

type Exports = Record<string, string | Record<string, string>>;

interface Manifest {
  name: string;
  private?: boolean;
  description?: string;
  keywords?: string[];
  license?: string;
  engines?: Record<string, string>;
  files?: string[];
  exports?: Exports;
  publishConfig?: { exports?: Exports };
}

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Those that are published. */
const everyPackage = readdirSync(PACKAGES)
  .map((folder) => join(PACKAGES, folder))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return { name: manifest.name, manifest, exports: manifest.exports ?? {} };
  })
  .filter(({ manifest }) => !manifest.private);

/** The others are commands only. */
const packages = everyPackage.filter(({ exports }) => Object.keys(exports).length > 0);

const entriesOf = (exports: Exports) =>
  Object.entries(exports).filter(
    (entry): entry is [string, Record<string, string>] => typeof entry[1] === 'object',
  );

describe.each(packages)('$name', ({ manifest, exports }) => {
  const entries = entriesOf(exports);

  it('publishes its exports without the condition that names its sources', () => {
    const published = Object.entries(exports).map(([path, target]) => {
      if (typeof target === 'string') return [path, target];
      return [
        path,
        Object.fromEntries(Object.entries(target).filter(([key]) => key !== 'mkt-source')),
      ];
    });
    expect(manifest.publishConfig?.exports).toEqual(Object.fromEntries(published));
  });

  it('lists its sources first, then its types, then its code', () => {
    expect(entries).not.toEqual([]);
    for (const [path, target] of entries) {
      expect([path, Object.keys(target)]).toEqual([path, ['mkt-source', 'types', 'default']]);
    }
  });

  it('builds each source to the path of the same name', () => {
    for (const [, target] of entries) {
      const built = target['mkt-source']?.replace('./src/', './dist/').replace(/\.tsx?$/, '');
      expect(target).toMatchObject({ types: `${built}.d.ts`, default: `${built}.js` });
    }
  });

  it('exports its package.json, which tools read', () => {
    expect(exports['./package.json']).toBe('./package.json');
  });
});

describe.each(everyPackage)('the manifest of $name', ({ manifest }) => {
  it('has what npm shows, and publishes its changelog', () => {
    expect(manifest.description).toMatch(/^[A-Z].{20,}\.$/);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(manifest.license).toBe('MIT');
    expect(manifest.engines).toEqual({ node: '>=22.22.2' });
    expect(manifest.files).toContain('CHANGELOG.md');
  });
});

describe('the packages', () => {
  it('include the protocol and the commands', () => {
    const names = everyPackage.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@mkt/protocol', 'mkt']));
  });
});
