import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LISTER = new URL('./list-modules.mjs', import.meta.url).href;

export interface LoadedModules {
  files: string[];
  bytes: number;
}

/** The files that a Node program loads as code until it exits; Node's own modules do not count. */
export function loadedModules(args: readonly string[]): LoadedModules {
  const { status, stderr } = spawnSync(process.execPath, ['--import', LISTER, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const [, list] = /^LOADED (.*)$/m.exec(stderr) ?? [];
  if (status !== 0 || list === undefined) throw new Error(`${args.join(' ')}: ${stderr}`);
  const urls = JSON.parse(list) as string[];
  if (urls.length === 0) throw new Error(`${args.join(' ')}: no loaded module was recorded`);
  const files = urls.map((url) => fileURLToPath(url));
  return { files, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}
