// What a release does, in a copy of the manifests: `changeset version`, then publishing.
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateVersions } from '../scripts/generate-versions.mjs';
import { ROOT, toolEnvironment } from '../scripts/install.mjs';
import { publishCommand } from '../scripts/packages/publish.mjs';
import { toRegistry } from './published/publish-all.ts';
import { openRegistry } from './published/registry/registry.ts';
import { packageNames, unpack } from './published/tarballs/unpack.ts';

const run = promisify(execFile);

/** Two changes: one of two packages, with a second paragraph, and one of a package that others use. */
const CHANGESETS = {
  'orders-in-colour': `---
'@mkt/cli': minor
'@mkt/client': minor
---

Orders have a colour.

\`mkt orders list\` shows it.
`,
  'sharper-words': `---
'@mkt/protocol': patch
---

Error messages are shorter.
`,
};

let folder: string;

/** Everything that a release reads or packs, but for the code. */
function copyManifests(): void {
  const copy = (path: string) => cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  copy('package.json');
  copy('pnpm-workspace.yaml');
  copy('.oxfmtrc.json');
  copy('bench/package.json');
  copy('.changeset/config.json');
  copy('scripts/packages/changelog.mjs');
  copy('templates');
  for (const place of ['packages', 'examples']) {
    for (const name of readdirSync(join(ROOT, place))) copy(`${place}/${name}/package.json`);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mkt-release-'));
  copyManifests();
  for (const [name, text] of Object.entries(CHANGESETS)) {
    writeFileSync(join(folder, '.changeset', `${name}.md`), text);
  }
  const inFolder = { cwd: folder, env: toolEnvironment() };
  await run('git', ['init', '-q'], inFolder);
  await run('changeset', ['version'], inFolder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const versionOf = (name: string, root = folder) => {
  const manifest = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

describe('changeset version', () => {
  it('writes what changed into the changelog of each package', () => {
    const version = versionOf('cli');
    expect(read('packages/client/CHANGELOG.md')).toBe(`# @mkt/client

## ${version}

### Minor Changes

- Orders have a colour.

  \`mkt orders list\` shows it.

### Patch Changes

- Depends on \`@mkt/protocol\` ${version}.
`);
    expect(read('packages/protocol/CHANGELOG.md')).toBe(`# @mkt/protocol

## ${version}

### Patch Changes

- Error messages are shorter.
`);
  });

  it('gives every published package the same version, and uses the changesets up', () => {
    const versions = packageNames().map((name) => versionOf(name.replace('@mkt/', '')));
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).not.toBe(versionOf('cli', ROOT));
    expect(readdirSync(join(folder, '.changeset'))).toEqual(['config.json']);
  });

  it('leaves the versions of templates and of the server to `npm run fix`', () => {
    const generated = generateVersions(folder);
    const version = versionOf('marketplace');
    expect(generated['packages/marketplace/src/system/version.ts']).toContain(`'${version}'`);
    const template = JSON.parse(generated['templates/express-ts/package.json'] ?? '');
    expect(template.dependencies['@mkt/seller-kit']).toBe(`^${version}`);
    expect(template.devDependencies['@mkt/cli']).toBe(`^${version}`);
  });
});

describe('the tarballs of a release', () => {
  it('contain the changelog', async () => {
    await using registry = await openRegistry();
    await run('npx', publishCommand({ ...toRegistry(registry.url), ignoreScripts: true }), {
      cwd: folder,
      env: toolEnvironment(),
    });
    expect(registry.published()).toHaveLength(packageNames().length);
    for (const name of packageNames()) {
      const tarball = await unpack(registry.url, name, folder);
      expect([name, readdirSync(tarball.folder)]).toEqual([
        name,
        expect.arrayContaining(['CHANGELOG.md']),
      ]);
    }
  });
});
