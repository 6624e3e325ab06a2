// What mkt publish does with the signing secret.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSigningSecret } from '@mkt/protocol/signing';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPublishing } from './publishing.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { startTextSeller } from './seller.ts';

let market: RealMarketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.close());

describe('the signing secret', () => {
  it('is written to .env without changing other lines', async () => {
    const { cwd, publish } = await openPublishing(market);
    await writeFile(join(cwd, '.env'), 'PORT=1\r\n# MKT_SIGNING_SECRET=whsec_...\r\nLAST=2');
    await publish('--yes');
    expect(await readFile(join(cwd, '.env'), 'utf8')).toMatch(
      /^PORT=1\r\n# MKT_SIGNING_SECRET=whsec_\.\.\.\r\nMKT_SIGNING_SECRET=whsec_\S+\r\nLAST=2$/,
    );
  });

  it('in a repository that would commit it leads to a warning, and to none once it is ignored', async () => {
    const { cwd, publish } = await openPublishing(market);
    execFileSync('git', ['init', '-q', cwd]);
    const { stderr } = await publish('--yes');
    expect(stderr).toContain('git does not ignore it: add the line .env to .gitignore');
    await writeFile(join(cwd, '.gitignore'), '.env\n');
    const again = await publish('--yes');
    expect(again.stderr).not.toContain('git does not ignore');
  });

  it('is printed on stdout only, with --print-secret', async () => {
    const { cwd, publish } = await openPublishing(market);
    const { stdout } = await publish('--yes', '--print-secret');
    expect(parseSigningSecret(stdout.trim().replace('MKT_SIGNING_SECRET=', ''))).toBeDefined();
    await expect(readFile(join(cwd, '.env'))).rejects.toThrow('ENOENT');
  });

  it('is not written with --no-secret-file', async () => {
    const { cwd, publish } = await openPublishing(market);
    const { stdout, stderr } = await publish('--yes', '--no-secret-file');
    expect(stdout).toBe('');
    expect(stderr).toMatch(/mkt secrets pull text-insights/);
    expect(stderr).not.toContain('whsec_');
    await expect(readFile(join(cwd, '.env'))).rejects.toThrow('ENOENT');
  });

  it('is not part of the --json output', async () => {
    const { cwd, publish } = await openPublishing(market);
    const { code, stdout, stderr } = await publish(
      '--yes',
      '--json',
      '--secret-file',
      'seller.env',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ action: 'imported', secretFile: 'seller.env' });
    expect(stdout).not.toContain('whsec_');
    expect(await readFile(join(cwd, 'seller.env'), 'utf8')).toContain('MKT_SIGNING_SECRET=');
  });

  it('of another listing stays, and the message names both variables', async () => {
    const { cwd, publish, own } = await openPublishing(market);
    const other = `MKT_SIGNING_SECRET=${newSigningSecret()}\n`;
    await writeFile(join(cwd, '.env'), other);
    const published = await publish('--yes');
    const [provider] = await own();
    const { slug } = provider!;
    const variable = `MKT_SIGNING_SECRET_${slug.toUpperCase().replaceAll('-', '_')}`;
    const text = await readFile(join(cwd, '.env'), 'utf8');
    expect(text.replace(other, '')).toMatch(new RegExp(`^${variable}=whsec_\\S+\n$`));
    expect(text.startsWith(other)).toBe(true);
    const said = [
      `✔ signing secret   written to .env as ${variable} (restart your service to use it)`,
      '! other secret     MKT_SIGNING_SECRET stays in .env: it belongs to a listing that mkt.json does not name',
    ].join('\n');
    expect(published.stderr).toContain(said);

    // The same for `secrets pull`, and nothing about it once both are there.
    await writeFile(join(cwd, '.env'), other);
    const pull = () => runMkt(['secrets', 'pull', slug], { env: market.env, cwd });
    expect((await pull()).stderr).toBe(`${said}\n`);
    expect((await pull()).stderr).toBe(`✔ signing secret   already in .env as ${variable}\n`);
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(text);
  });

  it('names whose secret stays: another listing of the folder, or the one at another marketplace', async () => {
    const { cwd, publish, own } = await openPublishing(market);
    await publish('--yes');
    const [first] = await own();
    await using second = await startTextSeller('Word lengths', '/lengths');
    const argv = ['publish', '--service-url', second.url, '--yes'];
    const beside = await runMkt(argv, { env: market.env, cwd });
    const stays = '! other secret     MKT_SIGNING_SECRET stays in .env: it belongs to';
    expect(beside.stderr).toContain(`${stays} ${first!.slug}\n`);

    await using elsewhere = await startMarketplace();
    const project = await openPublishing(market);
    await project.publish('--yes');
    const there = await runMkt(['publish', '--service-url', project.seller.url, '--yes'], {
      env: elsewhere.env,
      cwd: project.cwd,
    });
    const name = new URL(market.url).host.replace(':', '-');
    expect(there.stderr).toContain(
      `${stays} probably a listing at ${name}, where this project also sells\n`,
    );
    expect(`${beside.stderr}${there.stderr}`).not.toContain('Delete it');
  });

  it('can be pulled again and rotated; a second rotation within the overlap asks', async () => {
    const { cwd, publish, own } = await openPublishing(market);
    await publish('--yes', '--no-secret-file');
    const [provider] = await own();
    const options = { env: market.env, cwd };
    const pull = ['secrets', 'pull', provider!.slug];
    const printed = await runMkt([...pull, '--print-secret'], options);
    const pulled = await runMkt([...pull], options);
    expect(pulled.code).toBe(0);
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(printed.stdout);

    const rotated = await runMkt(['secrets', 'rotate', provider!.slug, '--grace', '1h'], options);
    expect(rotated.code).toBe(0);
    expect(rotated.stderr).toContain('The old secret stays valid until');
    expect(await readFile(join(cwd, '.env'), 'utf8')).not.toBe(printed.stdout);

    const again = ['secrets', 'rotate', provider!.slug, '--grace', '1h'];
    const before = await readFile(join(cwd, '.env'), 'utf8');
    const refused = await runMkt(again, options);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--yes is required'),
    ]);
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(before);
    const asked = await runMkt(again, {
      ...options,
      isTerminal: true,
      onStderr: (text, type) => {
        if (text.includes('Rotate again?')) type('n\r');
      },
    });
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain(`${provider!.slug} was rotated already`);
    expect(asked.stderr).toContain('stops the older of the two at once');
    expect((await runMkt([...again, '--yes'], options)).code).toBe(0);
    expect(await readFile(join(cwd, '.env'), 'utf8')).not.toBe(before);

    const atOnce = await runMkt(['secrets', 'rotate', provider!.slug, '--grace', '0s'], options);
    expect([atOnce.code, atOnce.stderr]).toEqual([2, expect.stringContaining('--yes is required')]);
  });
});
