import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';

/** A machine on which no browser can be opened, as over ssh: what opens one fails at once. */
export async function withoutBrowser(): Promise<AsyncDisposable> {
  const bin = await mkdtemp(join(tmpdir(), 'mkt-no-browser-'));
  for (const opener of ['xdg-open', 'open']) {
    await writeFile(join(bin, opener), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  }
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
  return {
    [Symbol.asyncDispose]: async () => {
      vi.unstubAllEnvs();
      await rm(bin, { recursive: true });
    },
  };
}
