import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MKT, TITLE, type RenderedProject } from './render-project.ts';
import { runService } from './run-service.ts';

/** Each as soon as the restart after the last one is seen. Node's own watchers miss some of these. */
const REPLACEMENTS = 5;

/** `npm run dev` notices every change of a source; `mkt dev` publishes the service. */
export function restartsInDevelopment(project: () => RenderedProject, source: string): void {
  it('restarts in development each time a file is replaced, as many editors save', async () => {
    const { folder, url } = project();
    const path = join(folder, source);
    const text = await readFile(path, 'utf8');
    await using service = runService(project(), ['npm', 'run', 'dev']);
    const starts = (times: number) =>
      service.until((printed) => printed.split(`${TITLE} listens on ${url}`).length === times + 1);
    await starts(1);
    for (let count = 1; count <= REPLACEMENTS; count++) {
      await writeFile(`${path}.new`, `${text}// ${count}\n`);
      await rename(`${path}.new`, path);
      await expect(starts(count + 1), `replacement ${count}`).resolves.toBeUndefined();
    }
  });

  it('is published by mkt dev, which starts it without a second watcher', async () => {
    const dev = [process.execPath, MKT, 'dev', '--no-input', '--json', '--port', '0'];
    await using service = runService(project(), dev);
    let printed = '';
    await service.until((text) => (printed = text).includes('"event":"published"'));
    expect(printed).toContain('node --env-file-if-exists=.env src/main.');
    expect(printed).not.toContain('nodemon');
  });
}
