// Why a release may not be published yet, each with the next command.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder and the manifest of every package that is published. */
export function publishedPackages(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** The version that is released: all packages have the same one (`fixed` in .changeset/config.json). */
export const releaseVersion = (root) => publishedPackages(root)[0].manifest.version;

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit of a tag, or an empty text. */
const taggedCommit = (root, tag) =>
  git(root, 'tag', '--list', tag) === '' ? '' : git(root, 'rev-list', '-n', '1', tag);

/** @returns {string[]} one sentence each; empty if the release can be published */
export function releaseProblems(root) {
  const version = releaseVersion(root);
  const problems = [];
  if (git(root, 'status', '--porcelain') !== '') {
    problems.push('There are changes that are not committed: commit or stash them.');
  }
  const pending = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md'));
  if (pending.length > 0) {
    problems.push(
      `${pending.length} ${pending.length === 1 ? 'change is' : 'changes are'} in no version yet: ` +
        'npx changeset version, then npm run fix, then commit.',
    );
  }
  for (const { folder, manifest } of publishedPackages(root)) {
    const changelog = join(folder, 'CHANGELOG.md');
    const isListed =
      existsSync(changelog) && readFileSync(changelog, 'utf8').includes(`\n## ${version}\n`);
    if (manifest.version !== version) {
      problems.push(`${manifest.name} has the version ${manifest.version}, others ${version}.`);
    } else if (!isListed && pending.length === 0) {
      problems.push(`The changelog of ${manifest.name} does not have ${version}.`);
    }
  }
  const tagged = taggedCommit(root, `v${version}`);
  if (tagged !== '' && tagged !== git(root, 'rev-parse', 'HEAD')) {
    problems.push(`v${version} is the tag of another commit (${tagged.slice(0, 12)}).`);
  }
  return problems;
}
