import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedCommand } from './find-commands.ts';
import { homesOf, ROOT } from './pages.ts';
import { missingOptions, outputOf } from './check-command.ts';

/** Scripts that print their options with --help; the options of the others are in their text. */
const HELP_OF: Record<string, string> = {
  start: 'scripts/start.mjs',
  bench: 'bench/main.ts',
  torture: 'scripts/torture.mjs',
  release: 'scripts/release.mjs',
  'test:stable': 'scripts/stable.mjs',
};
const NEW_PROJECT = 'templates/express-ts';

interface Manifest {
  scripts?: Record<string, string>;
}

const scriptsOf = (folder: string) => {
  const file = join(ROOT, folder, 'package.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as Manifest).scripts ?? {};
};

/** `npm start`, `npm run bench -- cli`, `pnpm torture kill9`. */
export async function problemOfScript(
  { page, folder }: NamedCommand,
  name: string,
  args: string[],
): Promise<string | undefined> {
  const projects = folder === undefined ? [NEW_PROJECT] : [folder, ...homesOf(page), '.'];
  const project = projects.find((each) => name in scriptsOf(each));
  if (project === undefined) return `there is no script ${name}`;
  const script = scriptsOf(project)[name] ?? '';
  const file = /\S+\.m?[jt]s\b/.exec(script)?.[0] ?? '';
  if (project !== '.' || args.length === 0) return undefined;
  if (name === 'test' || name === 'test:long') {
    const unknown = args.filter((arg) => arg.includes('/') && !existsSync(join(ROOT, arg)));
    return unknown.length > 0 ? `there is no ${unknown.join(', ')}` : undefined;
  }
  const helpful = HELP_OF[name];
  const help = helpful
    ? await outputOf(helpful, ['--help'])
    : readFileSync(join(ROOT, file), 'utf8');
  const parts =
    name === 'start' || name === 'packages'
      ? []
      : args.filter((arg) => /^[a-z][a-z0-9]*$/.test(arg)).slice(0, 1);
  const unknown = parts.filter((part) => !new RegExp(String.raw`^ +${part}\b`, 'm').test(help));
  const missing = [...unknown, ...missingOptions(args, help)];
  return missing.length > 0 ? `${name} has no ${missing.join(', ')}` : undefined;
}

/** `node path/to/program.ts`: the program exists. */
export function problemOfFile({ page, words }: NamedCommand): string | undefined {
  const file = words.slice(1).find((word) => !word.startsWith('-'));
  if (file === undefined || !/\.[cm]?[jt]s$/.test(file)) return undefined;
  const folders = [ROOT, join(ROOT, page, '..'), ...homesOf(page).map((home) => join(ROOT, home))];
  return folders.some((folder) => existsSync(join(folder, file)))
    ? undefined
    : `there is no ${file}`;
}
