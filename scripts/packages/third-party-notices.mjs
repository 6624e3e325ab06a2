// The licenses of the libraries that are bundled into a package: they require to be passed on with it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

/** The folders of the packages whose files were bundled. */
function packagesIn(metafile) {
  const folders = Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []);
  return [...new Set(folders)].toSorted();
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENSE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Writes `THIRD-PARTY-NOTICES.txt` beside the built files, and deletes the bundler's own report. */
export function writeNotices(root, dist) {
  const report = join(dist, 'metafile-esm.json');
  const folders = packagesIn(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(report);
  const notices = folders.map((folder) => noticeOf(join(root, folder)));
  const text = notices.join(`\n\n${'-'.repeat(80)}\n\n`);
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), `${text}\n`);
}
