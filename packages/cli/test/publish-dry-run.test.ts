// mkt publish --dry-run: what it shows, that it changes nothing, and how it exits.
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { narrowInput, openPublishing, openSold, type Publishing } from './publishing.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';

let market: RealMarketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.close());

describe('mkt publish --dry-run', () => {
  /** Everything that a command could change. */
  async function state({ client, cwd, own }: Publishing) {
    const providers = await own();
    const histories = await Promise.all(
      providers.map(({ id }) => client.listings.history(id).then(({ data }) => data.length)),
    );
    return { providers, histories, files: await readdir(cwd, { recursive: true }) };
  }

  it('previews, tries and compares without --yes, and changes nothing', async () => {
    const publishing = await openPublishing(market);
    const { seller, publish } = publishing;
    seller.provider.runContract['requestExampleJson'] = '{"text":"Hello"}';
    const before = await state(publishing);
    const first = await publish('--dry-run');
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/✔ trial call +POST \/run/);
    expect(first.stderr).toMatch(/✔ dry run +nothing was saved; publishing would import text-/);
    expect(await state(publishing)).toEqual(before);

    await publish('--yes');
    const published = await state(publishing);
    seller.provider.title = 'Better insights';
    const update = await publish('--dry-run');
    expect(update.stderr).toContain('"Text insights" → "Better insights"');
    expect(update.stderr).toMatch(/dry run +nothing was saved; publishing would update text-/);
    seller.provider.title = 'Text insights';
    expect((await publish('--dry-run')).stderr).toMatch(/dry run +nothing was saved, and nothing/);
    expect(await state(publishing)).toEqual(published);
  });

  it('has the plan as JSON', async () => {
    const { publish } = await openPublishing(market);
    const { stdout, stderr } = await publish('--dry-run', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      saved: false,
      action: 'import',
      listing: { title: 'Text insights' },
      provider: null,
      trial: { kind: 'not-tried' },
      impact: null,
    });
  });

  it('exits as publishing would: 3 for a flagged service, a failed trial and a breaking change', async () => {
    const sold = await openSold(market, { text: 'a' });
    const before = await state(sold);
    narrowInput(sold);
    const breaking = await sold.publish('--dry-run');
    expect([breaking.code, breaking.stderr]).toEqual([
      3,
      expect.stringMatching(/inputSchema refuses 1 of 1[^]*so publishing would stop here\./),
    ]);
    expect((await sold.publish('--dry-run', '--allow-breaking')).code).toBe(0);
    sold.seller.provider.runContract['requestExampleJson'] = '{"text":"a","language":"en"}';
    sold.seller.on('POST /run', () => ({ status: 500 }));
    const failed = await sold.publish('--dry-run', '--verbose', '--allow-breaking');
    expect(failed.stderr).toContain('trial_failed');
    sold.seller.probeStatus = 500;
    const flagged = await sold.publish('--dry-run', '--verbose');
    expect([flagged.code, flagged.stderr]).toEqual([3, expect.stringContaining('review_flagged')]);
    expect(await state(sold)).toEqual(before);
  });

  it('knows no secret of a listing that the review has flagged', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    seller.probeStatus = 500;
    await client.listings.importFromService(seller.url);
    await market.reviewsIdle();
    seller.probeStatus = 200;
    const { code, stderr } = await publish('--dry-run');
    expect([code, stderr]).toEqual([0, expect.stringContaining('publishing would update')]);
    expect((await own())[0]?.status).toBe('flagged');
  });

  it('leaves a file with the secret readable for others, as it is', async () => {
    const sold = await openSold(market);
    const path = join(sold.cwd, '.env');
    await chmod(path, 0o644);
    expect((await sold.publish('--dry-run')).stderr).toContain('already in .env');
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });

  it('says where the secret would be written, and stops if another one is there', async () => {
    const sold = await openSold(market);
    const file = '--secret-file=other.env';
    const { stderr } = await sold.publish('--dry-run', file);
    expect(stderr).toContain('would be written to other.env as MKT_SIGNING_SECRET');
    expect(await readdir(sold.cwd)).not.toContain('other.env');

    const variable = `MKT_SIGNING_SECRET_${sold.slug.toUpperCase().replaceAll('-', '_')}`;
    const text = `${variable}=${newSigningSecret()}\n`;
    await writeFile(join(sold.cwd, 'other.env'), text);
    const differs = await sold.publish('--dry-run', '--verbose', file);
    expect([differs.code, differs.stderr]).toEqual([6, expect.stringContaining('secret_differs')]);
    // There is no prompt either: the answer would have no effect.
    const argv = ['publish', '--service-url', sold.seller.url, '--dry-run', file];
    const asked = await runMkt(argv, { env: market.env, cwd: sold.cwd, isTerminal: true });
    expect([asked.code, asked.stderr]).toEqual([6, expect.not.stringContaining('Replace it?')]);
    await sold.publish('--dry-run', '--replace-secret', file);
    expect(await readFile(join(sold.cwd, 'other.env'), 'utf8')).toBe(text);
  });
});
