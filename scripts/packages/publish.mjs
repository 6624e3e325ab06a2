// Publishes every package that is not private, each before those that depend on it; a version that the
// registry has already is left out, so that an interrupted release can be repeated.
/**
 * @typedef {object} PublishOptions
 * @property {string} tag the dist-tag: `latest`, or another one for a release that few should get
 * @property {boolean} [provenance] adds a statement, signed by CI, of which commit was built
 * @property {boolean} [dryRun] packs, and uploads nothing
 * @property {boolean} [ignoreScripts] packs without `prepack`
 * @property {string} [registry] another one than npm's
 * @property {string[]} [settings] `key=value`, as in `.npmrc`
 */

/**
 * The arguments of pnpm that publish the packages as they are built.
 *
 * @param {PublishOptions} options
 * @returns {string[]}
 */
export function publishCommand({
  tag,
  provenance = false,
  dryRun = false,
  ignoreScripts = false,
  registry,
  settings = [],
}) {
  const args = ['--recursive', 'publish'];
  // scripts/release.mjs has looked at the working tree.
  args.push('--no-git-checks', '--access', 'public', '--tag', tag);
  if (provenance) args.push('--provenance');
  if (dryRun) args.push('--dry-run');
  if (ignoreScripts) args.push('--ignore-scripts');
  if (registry) args.push('--registry', registry);
  return [...args, ...settings.map((setting) => `--config.${setting}`)];
}
