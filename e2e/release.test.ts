// What a release does, in a copy of the manifests: `changeset version`, then publishing.
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateVersions } from '../scripts/generate-versions.mjs';
import { pnpm, ROOT, toolEnvironment } from '../scripts/install.mjs';
import { releaseProblems } from '../scripts/packages/release-problems.mjs';
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
/** What `npm run release` refuses with before `changeset version`, and before its changes are committed. */
let beforeVersion: string[];
let uncommitted: string[];

async function commit(message: string): Promise<void> {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  await run('git', ['add', '--all'], { cwd: folder });
  await run('git', [...author, 'commit', '-q', '-m', message], { cwd: folder });
}

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
  await run('git', ['init', '-q', '--initial-branch', 'main'], inFolder);
  await commit('before the release');
  beforeVersion = releaseProblems(folder);
  await run('changeset', ['version'], inFolder);
  uncommitted = releaseProblems(folder);
  await commit('the release');
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
    expect(generated['packages/marketplace/src/server/version.ts']).toContain(`'${version}'`);
    const template = JSON.parse(generated['templates/express-ts/package.json'] ?? '');
    expect(template.dependencies['@mkt/seller-kit']).toBe(`^${version}`);
    expect(template.devDependencies['@mkt/cli']).toBe(`^${version}`);
  });
});

describe('npm run release', () => {
  it('refuses changes that are in no version yet', () => {
    expect(beforeVersion).toEqual([
      '2 changes are in no version yet: npx changeset version, then npm run fix, then commit.',
    ]);
  });

  it('refuses changes that are not committed', () => {
    expect(uncommitted).toEqual([
      'There are changes that are not committed: commit or stash them.',
    ]);
  });

  it('refuses a version without an entry in the changelogs, and packages of different versions', () => {
    for (const path of ['packages/client/CHANGELOG.md', 'packages/mkt/package.json']) {
      const text = read(path);
      writeFileSync(join(folder, path), text.replace(versionOf('client'), '9.9.9'));
      expect([path, releaseProblems(folder)]).toEqual([
        path,
        [
          'There are changes that are not committed: commit or stash them.',
          path.endsWith('.md')
            ? `The changelog of @mkt/client does not have ${versionOf('client')}.`
            : `mkt has the version 9.9.9, others ${versionOf('client')}.`,
        ],
      ]);
      writeFileSync(join(folder, path), text);
    }
  });

  it('can be repeated, but not with the tag of another commit', async () => {
    const tag = `v${versionOf('client')}`;
    expect(releaseProblems(folder)).toEqual([]);
    await run('git', ['tag', tag], { cwd: folder });
    expect(releaseProblems(folder)).toEqual([]);
    const { stdout: id } = await run('git', ['rev-parse', '--short=12', 'HEAD~1'], { cwd: folder });
    await run('git', ['tag', '--force', tag, 'HEAD~1'], { cwd: folder });
    expect(releaseProblems(folder)).toEqual([
      `${tag} is the tag of another commit (${id.trim()}).`,
    ]);
    await run('git', ['tag', '--delete', tag], { cwd: folder });
  });
});

describe('the tarballs of a release', () => {
  it('contain the changelog', async () => {
    await using registry = await openRegistry();
    await run(await pnpm(), publishCommand({ ...toRegistry(registry.url), ignoreScripts: true }), {
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
