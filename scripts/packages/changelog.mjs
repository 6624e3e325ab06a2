// What `changeset version` writes into a package's CHANGELOG.md (.changeset/config.json). Commits are
// not named: the repository has no public address that a reader could look them up at.

/** @param {{ summary: string }} changeset */
function getReleaseLine({ summary }) {
  const [first, ...rest] = summary.trim().split('\n');
  return [`- ${first}`, ...rest.map((line) => `  ${line}`.trimEnd())].join('\n');
}

/**
 * @param {unknown} _changesets
 * @param {{ name: string, newVersion: string }[]} dependencies those of this package that are released too
 */
function getDependencyReleaseLine(_changesets, dependencies) {
  if (dependencies.length === 0) return '';
  const names = dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`);
  return `- Depends on ${names.toSorted().join(', ')}.`;
}

export default { getReleaseLine, getDependencyReleaseLine };
