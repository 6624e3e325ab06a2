import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createPageFiles } from '../../src/http/files.ts';

const folders: string[] = [];
async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-pages-'));
  folders.push(folder);
  return folder;
}
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

describe('the files of a page', () => {
  it('are undefined while it is not built, and are found once it is', async () => {
    const folder = await newFolder();
    const files = createPageFiles(folder);
    expect(await files()).toBeUndefined();
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets', 'page.js'), '1');
    await writeFile(join(folder, 'index.html'), '<html>');
    const built = await files();
    expect(built?.index).toBe('<html>');
    expect(built?.assets.get('/assets/page.js')?.compressed).toEqual({});
  });

  it('reject with an error of the file system, and are read again after it', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'index.html'));
    await mkdir(join(folder, 'assets'));
    const files = createPageFiles(folder);
    await expect(files()).rejects.toMatchObject({ code: 'EISDIR' });
    await rm(join(folder, 'index.html'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<html>');
    expect((await files())?.index).toBe('<html>');
  });

  it.each(['br', 'gz'])(
    'do not treat a .%s file that cannot be read as missing',
    async (extension) => {
      const folder = await newFolder();
      await mkdir(join(folder, 'assets', `page.js.${extension}`), { recursive: true });
      await writeFile(join(folder, 'assets', 'page.js'), '1');
      await writeFile(join(folder, 'index.html'), '<html>');
      await expect(createPageFiles(folder)()).rejects.toMatchObject({ code: 'EISDIR' });
    },
  );
});
