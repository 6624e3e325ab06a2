import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startCommand } from '../../src/dev/find-service.ts';

async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  return folder;
}

const scripts = (names: Record<string, string>) => ({ 'package.json': { scripts: names } });

it.each([
  ['the script dev', scripts({ dev: 'tsx main.ts', start: 'node dist' }), 'npm run dev'],
  ['start, if dev is mkt dev', scripts({ dev: 'npx mkt dev', start: 'node a' }), 'npm run start'],
  [
    'dev in mkt.json',
    { ...scripts({ dev: 'x' }), 'mkt.json': { dev: 'deno task dev' } },
    'deno task dev',
  ],
  ['main.py', { 'main.py': '' }, 'python3 main.py'],
  [
    'main.py beside a package.json without scripts',
    { 'main.py': '', 'package.json': {} },
    'python3 main.py',
  ],
])('starts a service with %s', async (_, files, shownAs) => {
  expect(await startCommand(await folderWith(files), [])).toMatchObject({ shownAs });
});

it('prefers the command that was given', async () => {
  const folder = await folderWith(scripts({ dev: 'x' }));
  const given = ['node', 'main.js', '--port', '1'];
  expect(await startCommand(folder, given)).toEqual({
    command: 'node',
    args: ['main.js', '--port', '1'],
    shownAs: 'node main.js --port 1',
  });
});

it.each([
  ['there is nothing to start', {}, 'does not know how to start'],
  [
    'every script is mkt dev',
    scripts({ dev: 'mkt dev' }),
    'the script dev in package.json is mkt dev',
  ],
  ['mkt.json names mkt dev', { 'mkt.json': { dev: 'npx mkt dev' } }, 'dev in mkt.json is mkt dev'],
  ['mkt.json has no command line', { 'mkt.json': { dev: 1 } }, 'dev must be a command line'],
  ['package.json is not JSON', { 'package.json': '{' }, 'package.json is not JSON'],
])('says what to do when %s', async (_, files, message) => {
  const starting = startCommand(await folderWith(files), []);
  await expect(starting).rejects.toThrow(message);
  await expect(starting).rejects.toMatchObject({
    next: expect.stringContaining('mkt dev -- node'),
  });
});
