// docs/operate/run.md#stop: damage that a crash left behind is found while the server already serves.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  collect,
  CURRENT,
  readyLineOf,
  spawnMarketplace,
} from '../../../../test-bed/marketplace-process.ts';
import { runMarketplace, serveArgs, startMarketplace } from '../marketplace-process.ts';
import { newFolder } from '../market.ts';

/** Where SQLite keeps the size of a page, and the number of pages. */
const PAGE_SIZE = 16;
const PAGES = 28;

it('a server that finds its database damaged stops, and starts again only on a restored backup', async () => {
  const folder = newFolder();
  const first = await startMarketplace(['--data', folder]);
  expect(await first.end('SIGTERM')).toBe(0);
  const backup = join(newFolder(), 'backup.db');
  expect((await runMarketplace(['backup', backup, '--data', folder])).code).toBe(0);

  const file = join(folder, 'market.db');
  const bytes = readFileSync(file);
  // A page that nothing refers to: only a check of the whole file notices it.
  bytes.writeUInt32BE(bytes.readUInt32BE(PAGES) + 1, PAGES);
  writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(bytes.readUInt16BE(PAGE_SIZE))]));
  writeFileSync(join(folder, 'running'), '');
  const second = spawnMarketplace(serveArgs('--data', folder), { program: CURRENT });
  onTestFinished(() => void second.kill('SIGKILL'));
  const log = collect(second.stderr);
  const ended = once(second, 'close');
  await readyLineOf(second);
  expect(await ended).toEqual([1, null]);
  expect(log()).toContain('the database is being checked in the background');
  expect(log()).toMatch(/^✖ The database in .* is damaged \(.*\); restore a backup with: .*\n/m);

  const refused = await runMarketplace(serveArgs('--data', folder));
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/✖ .* is damaged /)]);
  const restored = await runMarketplace(['restore', backup, '--data', folder, '--force']);
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringMatching(/^Restored to /)]);
  expect(existsSync(join(folder, 'damaged'))).toBe(false);
  const third = await startMarketplace(['--data', folder]);
  expect((await fetch(`${third.baseUrl}/readyz`)).status).toBe(200);
}, 120_000);
