// mkt publish of a change that breaks buyers: what it shows, asks and refuses.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { narrowInput, openPublishing, openSold, type Publishing } from './publishing.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';

let market: RealMarketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.close());

const languageOf = async ({ client, id }: { client: Publishing['client']; id: string }) =>
  (await client.listings.get(id)).runContract.inputSchema;

describe('a change that refuses inputs of past orders', () => {
  it('is counted, and stopped with --yes unless --allow-breaking is given', async () => {
    const sold = await openSold(
      market,
      { text: 'a' },
      { text: 'a', language: 'fr' },
      { text: 'a', language: 'en' },
    );
    const before = await languageOf(sold);
    narrowInput(sold);
    const { code, stdout, stderr } = await sold.publish('--yes');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('breaking input: "language" is now required.');
    expect(stderr.match(/"language" is now required/g)).toHaveLength(1);
    expect(stderr).toContain(
      '✖ past inputs   inputSchema refuses 2 of 3 inputs of 1 buyer, first at /language: must be one of',
    );
    expect(stderr).toContain('The change is breaking for buyers, so nothing was saved.\n');
    expect(stderr.match(/inputSchema refuses/g)).toHaveLength(1);
    expect(stderr).toContain('--allow-breaking');
    expect(await languageOf(sold)).toEqual(before);

    expect((await sold.publish('--yes', '--allow-breaking')).code).toBe(0);
    expect(await languageOf(sold)).not.toEqual(before);
  });

  it('has exact numbers with --json, also when it is stopped', async () => {
    const sold = await openSold(market, { text: 'a' }, { text: 'a', language: 'en' });
    narrowInput(sold);
    // This is no reason to stop.
    sold.seller.provider.price.amountCents = 1;
    const stopped = await sold.publish('--yes', '--json');
    const expected = {
      verdict: 'breaking',
      isBreaking: true,
      pastOrders: {
        read: 2,
        stopped: null,
        inputs: { checked: 2, refused: 1, buyers: 1, undecided: 0, first: { path: '/language' } },
        results: null,
      },
    };
    expect(stopped.code).toBe(3);
    expect(JSON.parse(stopped.stdout)).toMatchObject({
      saved: false,
      action: 'update',
      impact: expected,
    });
    const error = JSON.parse(stopped.stderr) as { type: string; details: { path: string }[] };
    expect(error.type).toBe('breaking_change');
    expect(error.details.map(({ path }) => path)).toContain('/runContract/inputSchema/required');
    expect(error.details.map(({ path }) => path)).not.toContain('/price/amount');
    const allowed = await sold.publish('--yes', '--allow-breaking', '--json');
    expect(JSON.parse(allowed.stdout)).toMatchObject({ action: 'updated', impact: expected });
  });

  it.each([
    ['y\r', 0, true, ''],
    ['\r', 1, false, 'Cancelled: nothing was published.'],
    ['\u0003', 130, false, 'Interrupted.\n  Nothing was published.\n'],
  ])('is named in the question, whose default is no: %j', async (typed, code, isSaved, says) => {
    const sold = await openSold(market, { text: 'a' });
    const before = await languageOf(sold);
    narrowInput(sold);
    let isPrompted = false;
    const ran = await runMkt(['publish', '--service-url', sold.seller.url], {
      env: market.env,
      cwd: sold.cwd,
      isTerminal: true,
      onStderr: (text, type) => {
        if (isPrompted || !text.includes('counts as breaking for buyers. Update')) return;
        isPrompted = true;
        type(typed);
      },
    });
    expect([isPrompted, ran.code]).toEqual([true, code]);
    expect(ran.stderr).toContain(says);
    const isSame = isDeepStrictEqual(await languageOf(sold), before);
    expect(isSame).toBe(!isSaved);
  });

  it('needs both flags when prompts are not possible', async () => {
    const sold = await openSold(market, { text: 'a' });
    narrowInput(sold);
    const { code, stderr } = await sold.publish();
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--yes with --allow-breaking is required'),
    ]);
  });

  it('is shown by mkt listings edit as well', async () => {
    const sold = await openSold(market, { text: 'a' });
    const argv = ['listings', 'edit', sold.slug, '--file', '-'];
    const inputSchema = { type: 'object', required: ['language'] };
    const { stderr } = await runMkt(argv, {
      env: market.env,
      stdin: JSON.stringify({ runContract: { inputSchema } }),
    });
    expect(stderr).toContain('inputSchema refuses 1 of 1 input of 1 buyer, first at /language');
  });
});

describe('a change of a listing without orders', () => {
  it('may be breaking if the comparison cannot decide', async () => {
    const sold = await openSold(market);
    const pattern = (text: string) => {
      sold.seller.provider.runContract['inputSchema'] = {
        type: 'object',
        properties: { text: { type: 'string', pattern: text } },
      };
    };
    pattern('^[a-z]{7}$');
    await sold.publish('--yes', '--allow-breaking');
    pattern('^[a-y]{7}$');
    const { code, stderr } = await sold.publish('--yes');
    expect([code, stderr]).toEqual([3, expect.stringContaining('The change may be breaking')]);
  });

  it('is breaking for a paused one too, which buyers may know', async () => {
    const sold = await openSold(market);
    await sold.client.listings.pause(sold.slug);
    sold.seller.provider.price.amountCents = 3;
    expect((await sold.publish('--yes')).code).toBe(3);
  });
});

describe('a change that no order would have noticed', () => {
  it('is published with --yes alone', async () => {
    const sold = await openSold(market, { text: 'a' });
    sold.seller.provider.runContract['inputSchema'] = { type: 'object' };
    const { code, stderr } = await sold.publish('--yes');
    expect(code).toBe(0);
    expect(stderr).toContain('  what buyers send and read today still works');
    expect(stderr).toContain('✔ past inputs   inputSchema refuses none of 1 input');
  });

  it('is not stopped by an output schema that refuses past results, which is reported', async () => {
    const sold = await openSold(market, { text: 'a' }, { text: 'a b' });
    sold.seller.provider.runContract['outputSchema'] = {
      type: 'object',
      properties: { words: { type: 'integer', maximum: 1 } },
    };
    const { code, stderr } = await sold.publish('--yes');
    expect(code).toBe(0);
    expect(stderr).toContain(
      '✖ past results  outputSchema refuses 1 of 2 results, first at /words: must be <= 1',
    );
  });

  it('reads no orders if the schemas stay the same, and says when there are none', async () => {
    const sold = await openSold(market);
    sold.seller.provider.price.amountCents = 1;
    const cheaper = await sold.publish('--yes', '--json');
    expect(JSON.parse(cheaper.stdout)).toMatchObject({
      impact: { verdict: 'safe', pastOrders: null, isBreaking: false },
    });
    narrowInput(sold);
    expect((await sold.publish('--yes')).stderr).toContain('- orders        there are none yet');
  });

  it('does not break a listing that was never for sale', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    seller.probeStatus = 500;
    await client.listings.importFromService(seller.url);
    await market.reviewsIdle();
    seller.probeStatus = 200;
    seller.provider.price.amountCents = 5;
    expect((await publish('--yes')).code).toBe(0);
    expect((await own())[0]).toMatchObject({ status: 'published', price: { amount: 0.05 } });
  });
});
