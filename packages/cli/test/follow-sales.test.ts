import { createClient } from '@mkt/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../../../test-bed/seller.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let seller: TextSeller;
let slug: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  const argv = ['publish', '--service-url', seller.url, '--yes', '--no-secret-file', '--json'];
  const { stdout } = await runMkt(argv, { env: market.env });
  ({ slug } = (JSON.parse(stdout) as { provider: { slug: string } }).provider);
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});

/** Follows until the output has this text, placing an order once it waits for calls. */
async function followUntil(text: string, ...argv: string[]) {
  const stop = new AbortController();
  const client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
  let isOrdered = false;
  const check = (seen: string) => {
    if (!isOrdered && seen.includes('Waiting for calls')) {
      isOrdered = true;
      void client.activate(slug, { text: 'one two' });
    }
    if (seen.includes(text)) stop.abort(new Error('enough'));
  };
  return await runMkt(['sales', '--follow', ...argv], {
    env: market.env,
    signal: stop.signal,
    onStderr: check,
    onStdout: check,
  });
}

describe('mkt sales --follow', () => {
  it('prints each call when it settles', async () => {
    const { stdout } = await followUntil(slug);
    expect(stdout).toMatch(new RegExp(`^[\\d:]{8} {2}✔ ${slug} {2}\\S+ m?s {2}USD 0\\.02\\n$`));
  });

  it('prints no call twice', async () => {
    const stop = new AbortController();
    const client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
    let ordered = 0;
    const order = () => {
      ordered++;
      void client.activate(slug, { text: 'one two' });
    };
    const { stdout } = await runMkt(['sales', '--follow', '--no-color'], {
      env: market.env,
      signal: stop.signal,
      onStderr: (text) => void (text.includes('Waiting for calls') && ordered === 0 && order()),
      onStdout: (text) => {
        const lines = text.split('\n').length - 1;
        if (lines >= 1 && ordered === 1) {
          seller.on('POST /run', () => json({}, 500));
          order();
        }
        if (lines >= 2) stop.abort(new Error('enough'));
      },
    });
    seller.on('POST /run', countWords);
    // The second call is read together with the first, which is not printed again.
    expect(stdout.match(/[✔✖]/g)).toEqual(['✔', '✖']);
  });

  it('says why a call failed, and what to do when its signature was refused', async () => {
    seller.on('POST /run', () => json({ error: 'The signature does not match' }, 401));
    const { stdout, stderr } = await followUntil('mkt secrets pull', '--listing', slug);
    seller.on('POST /run', countWords);
    expect(stdout).toMatch(/✖ .* the service responded with 401: The signature does not match\n/);
    expect(stderr).toContain(`mkt secrets pull ${slug} --print-secret`);
  });

  it('exits with 5 for a listing that does not exist', async () => {
    const argv = ['sales', '--follow', '--listing', 'nothing'];
    expect((await runMkt(argv, { env: market.env })).code).toBe(5);
  });
});
