import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeTemplate, TYPECHECK } from './describe-template.ts';

const SERVE = join(import.meta.dirname, 'serve-worker.ts');

describeTemplate(
  'cloudflare-worker',
  {
    // Wrangler takes 230 MB and a network; workerd is what it runs.
    start: (port) => ['node', SERVE, String(port)],
    typecheck: TYPECHECK,
    input: { text: 'One two three.' },
    result: { words: 3, characters: 14 },
  },
  (project) => {
    it('has the port and the name of the project in its settings', async () => {
      const settings = await readFile(join(project().folder, 'wrangler.jsonc'), 'utf8');
      expect(settings).toContain(`"port": ${project().port}`);
      expect(settings).toContain('"name": "bobs-best-api"');
    });
  },
);
