import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { BARE_ENVIRONMENT, OWN_PACKAGES } from '../../../test-bed/own-programs.ts';

/** Tests the `src/main.ts` of an example seller in `folder`. */
export function describeSellerProgram(title: string, folder: URL): void {
  const start = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [...OWN_PACKAGES, 'src/main.ts'], {
      cwd: folder,
      env: { ...BARE_ENVIRONMENT, HOST: '127.0.0.1', PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: once(child, 'exit') };
  };

  describe('the program', () => {
    it('listens on HOST and PORT, and ends on SIGTERM', async () => {
      const { child, ended } = start({ PUBLIC_URL: 'https://seller.example.com' });
      const [line] = await once(createInterface(child.stdout), 'line');
      const [, url] = new RegExp(`^${title} listens on (\\S+)`).exec(String(line)) ?? [];

      const health = await fetch(`${url}/health`);
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
      const contract = await (await fetch(`${url}/contract`)).json();
      expect(contract).toMatchObject({
        provider: { runContract: { endpointPath: 'https://seller.example.com/run' } },
      });

      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    });

    it.each([
      [{ PORT: 'eighty' }, 'PORT must be a number'],
      [{ PUBLIC_URL: 'example.com' }, 'baseUrl must be an absolute URL'],
      [{ MKT_SIGNING_SECRET: '' }, 'MKT_SIGNING_SECRET is set but empty'],
    ])('refuses %o in one sentence', async (environment, sentence) => {
      const { child, ended } = start(environment);
      const lines: string[] = [];
      for await (const line of createInterface(child.stderr)) lines.push(line);
      expect((await ended)[0]).toBe(1);
      const said = lines.filter((line) => !line.includes('WARNING')).join('\n');
      expect(said).toContain(sentence);
      expect(said).not.toContain('    at ');
    });
  });
}
