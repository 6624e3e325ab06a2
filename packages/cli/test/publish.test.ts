// mkt publish and mkt preview with a real marketplace.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InexactNumber } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPublishing } from './publishing.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import type { TextSeller } from './seller.ts';

let market: RealMarketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.close());

describe('mkt publish', () => {
  it('imports the service, waits for the review, writes the secret and checks the catalogue', async () => {
    const { client, seller, cwd, publish, own } = await openPublishing(market);
    const { code, stdout, stderr } = await publish('--yes');
    expect([code, stdout]).toEqual([0, '']);
    const [provider] = await own();
    expect(provider?.status).toBe('published');
    const steps = stderr.split('\n').map((line) => line.split(/ {2,}/)[0]);
    expect(steps).toEqual([
      'Text insights',
      '',
      '',
      '',
      '! trial call',
      '✔ imported',
      '✔ review',
      '✔ published',
      '✔ signing secret',
      '! signed call',
      '✔ for sale',
      '',
    ]);
    expect(stderr).toContain(`POST ${seller.url}/run`);
    expect(stderr).toContain(`${market.url}/listings/${provider?.slug}`);

    const text = await readFile(join(cwd, '.env'), 'utf8');
    const { secret } = await client.listings.signingSecret(provider!.id);
    expect(text).toBe(`MKT_SIGNING_SECRET=${secret}\n`);
  });

  it.each([
    ['localhost:1', 3, 'the service at http://localhost:1 could not be reached'],
    ['api.example.com/text', 2, 'Did you mean https://api.example.com/text?'],
    ['nowhere', 2, 'it must be a URL such as http://localhost:8810'],
    ['http://127.0.0.1:1', 3, 'the service at http://127.0.0.1:1 could not be reached'],
  ])('says what is wrong with --service-url %s', async (url, code, says) => {
    const failed = await runMkt(['publish', '--yes', '--service-url', url], { env: market.env });
    expect(failed).toMatchObject({ code, stderr: expect.stringContaining(says) });
  });

  it('takes the address as an argument too, without a scheme on this machine', async () => {
    const { seller, cwd, own } = await openPublishing(market);
    const argv = ['publish', seller.url.replace('http://', ''), '--yes'];
    expect((await runMkt(argv, { env: market.env, cwd })).code).toBe(0);
    expect(await own()).toHaveLength(1);
    const twice = await runMkt([...argv, '--service-url', seller.url], { env: market.env, cwd });
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringContaining('Pass the address of the service once.'),
    ]);
    const typo = await runMkt(['publish', 'nowhere'], { env: market.env, cwd });
    expect(typo.stderr).toContain('✖ <service-url> cannot be nowhere: it must be a URL such as');
  });

  it('names the base address when it was given the endpoint', async () => {
    const { seller } = await openPublishing(market);
    const argv = ['publish', '--yes', '--service-url', `${seller.url}/run`];
    const { stderr } = await runMkt(argv, { env: market.env });
    expect(stderr).toContain(
      `GET ${seller.url}/run/contract returned 404. Leave /run out of the address: ${seller.url}\n`,
    );
  });

  it('says so when it was given the address of the marketplace', async () => {
    const { code, stderr } = await runMkt(['publish', '--service-url', market.url], {
      env: market.env,
    });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${market.url} is the address of the marketplace.`),
    ]);
  });

  it('gives an example of a command when the address is missing', async () => {
    const { code, stderr } = await runMkt(['publish'], { env: market.env });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('For example: mkt publish --service-url http://localhost:8810'),
    ]);
  });

  it('creates no second listing, and says that nothing changed', async () => {
    const { publish, own } = await openPublishing(market);
    await publish('--yes');
    const again = await publish();
    expect(again.code).toBe(0);
    expect(again.stderr).toContain('✔ unchanged');
    expect(again.stderr).toContain('already in .env');
    expect(await own()).toHaveLength(1);
  });

  it('updates the listing with the same method and endpoint', async () => {
    const { seller, publish, own } = await openPublishing(market);
    await publish('--yes');
    seller.provider.price.amountCents = 3;
    seller.provider.title = 'Better insights';
    delete seller.provider.description;
    const refused = await publish('--yes');
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('To publish it anyway: --allow-breaking');
    expect(refused.stderr).not.toContain('Change the contract');
    const { code, stderr } = await publish('--yes', '--allow-breaking');
    expect(code).toBe(0);
    expect(stderr).toContain('USD 0.02 per call → USD 0.03 per call');
    expect(stderr).toContain('changed from USD 0.02 per call to USD 0.03 per call.');
    expect(stderr).toContain('"Text insights" → "Better insights"');
    expect(stderr).toContain('→ (none)');
    expect(stderr).toContain('breaking The price was changed');
    const [provider, ...others] = await own();
    expect(others).toEqual([]);
    expect(provider).toMatchObject({
      title: 'Better insights',
      description: null,
      price: { amount: 0.03 },
      status: 'published',
    });
  });

  it('updates a paused listing and leaves it paused', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    await publish('--yes');
    const [provider] = await own();
    await client.listings.pause(provider!.id);
    seller.provider.title = 'Better insights';
    for (const action of ['✔ updated', '✔ unchanged']) {
      const { code, stderr } = await publish('--yes');
      expect([code, stderr]).toEqual([0, expect.stringContaining(action)]);
      expect(stderr).toContain(`mkt listings resume ${provider?.slug}`);
    }
    expect(await own()).toMatchObject([{ status: 'paused', title: 'Better insights' }]);
  });

  it('updates a schema digit by digit, and sees no difference where there is none', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    const contract = seller.provider.runContract as { inputSchema?: unknown };
    const publishWith = async (maximum: string) => {
      contract.inputSchema = { properties: { n: { maximum: new InexactNumber(maximum) } } };
      const { code, stderr } = await publish('--yes');
      return `${code} ${stderr}`;
    };
    expect(await publishWith('9223372036854775807')).toMatch(/^0 [^]*✔ imported/);
    expect(await publishWith('9223372036854775807')).toMatch(/^0 [^]*✔ unchanged/);
    expect(await publishWith('9223372036854775809')).toMatch(/^0 [^]*✔ updated/);
    const [provider] = await own();
    const { response } = await client.listings.get(provider!.id).withResponse();
    expect(response.text).toContain('"maximum":9223372036854775809');
  });

  it('creates a new listing when the old one is archived', async () => {
    const { client, publish, own } = await openPublishing(market);
    await publish('--yes');
    const [provider] = await own();
    await client.listings.archive(provider!.id);
    expect((await publish('--yes')).code).toBe(0);
    expect((await own()).map(({ status }) => status).toSorted()).toEqual(['archived', 'published']);

    const chosen = await publish('--yes', '--verbose', '--listing', provider!.slug);
    expect(chosen.code).toBe(6);
    expect(chosen.stderr).toContain('listing_archived');
  });

  it('requires --listing when several listings have this endpoint', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    await client.listings.importFromService(seller.url);
    await client.listings.importFromService(seller.url);
    const { code, stderr } = await publish('--yes');
    expect(code).toBe(2);
    const [first, second] = await own();
    expect(stderr).toContain(
      `2 of your listings use this method and endpoint: ${first?.slug}, ${second?.slug}`,
    );
    expect(stderr).toContain(`as in: --listing ${first?.slug}`);
    expect((await publish('--yes', '--listing', second!.slug)).code).toBe(0);
    expect(await own()).toHaveLength(2);
  });

  it('submits an existing draft', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    const { title, runContract } = seller.provider;
    await client.listings.create({
      title,
      runContract: runContract as never,
      listingState: 'draft',
    });
    expect((await publish('--yes')).code).toBe(0);
    const [provider, ...others] = await own();
    expect([provider?.status, others]).toEqual(['published', []]);
  });

  it('resubmits a flagged listing after the service is fixed', async () => {
    const { client, seller, publish, own } = await openPublishing(market);
    seller.probeStatus = 500;
    const listing = await client.listings.importFromService(seller.url);
    await expect.poll(async () => (await client.listings.get(listing.id)).status).toBe('flagged');
    seller.probeStatus = 200;
    expect((await publish('--yes')).code).toBe(0);
    expect((await own())[0]?.status).toBe('published');
  });

  it('exits with 2 without a terminal and --yes, and saves nothing', async () => {
    const { publish, own } = await openPublishing(market);
    const { code, stderr } = await publish();
    expect(code).toBe(2);
    expect(stderr).toContain('--yes is required');
    expect(await own()).toEqual([]);
  });

  it.each([
    ['y', 0, 1],
    ['n', 1, 0],
  ])('asks for confirmation on a terminal: %s', async (answer, code, listings) => {
    const { seller, cwd, own } = await openPublishing(market);
    seller.provider.title = `Asked to answer ${answer}`;
    let isPrompted = false;
    const ran = await runMkt(['publish', '--service-url', seller.url], {
      env: market.env,
      cwd,
      isTerminal: true,
      onStderr: (text, type) => {
        if (isPrompted || !text.includes(`Publish this to ${market.url}?`)) return;
        isPrompted = true;
        type(`${answer}\r`);
      },
    });
    expect([isPrompted, ran.code]).toEqual([true, code]);
    expect(await own()).toHaveLength(listings);
  });
});

describe('a contract without a price', () => {
  const openFree = async () => {
    const publishing = await openPublishing(market);
    Object.assign(publishing.seller.provider, { price: undefined });
    return publishing;
  };

  it('needs --price without a terminal, even with --yes', async () => {
    const { publish, own } = await openFree();
    const { code, stderr } = await publish('--yes');
    expect(code).toBe(2);
    expect(stderr).toContain('--price is required');
    expect(await own()).toEqual([]);
  });

  it('is published at --price, and keeps its price when it is published again', async () => {
    const { seller, publish, own } = await openFree();
    expect((await publish('--yes', '--price', '0.35 EUR')).code).toBe(0);
    const price = { amount: 0.35, currency: 'EUR', unit: 'call' };
    expect(await own()).toMatchObject([{ price, revision: 1 }]);
    seller.provider.description = 'Published again.';
    expect((await publish('--yes')).code).toBe(0);
    expect(await own()).toMatchObject([{ price, description: 'Published again.', revision: 1 }]);
    expect((await publish('--yes', '--price', '0.20000000000000001 EUR')).code).toBe(0);
    expect(await own()).toMatchObject([{ price: { ...price, amount: 0.2 }, revision: 2 }]);
  });

  it('is asked for its price on a terminal', async () => {
    const { seller, cwd, own } = await openFree();
    seller.provider.title = 'Asked for its price';
    const answers = [
      ['Price per call', '0.07'],
      ['Publish this to', 'y'],
    ];
    const ran = await runMkt(['publish', '--service-url', seller.url], {
      env: market.env,
      cwd,
      isTerminal: true,
      onStderr: (text, type) => {
        if (!text.includes(answers[0]?.[0] ?? 'nothing more')) return;
        type(`${answers.shift()?.[1]}\r`);
      },
    });
    expect([answers, ran.code]).toEqual([[], 0]);
    expect(await own()).toMatchObject([{ price: { amount: 0.07, currency: 'USD' } }]);
  });

  it('is the only one that takes --price', async () => {
    const { publish, own } = await openPublishing(market);
    const { code, stderr } = await publish('--yes', '--price', '3');
    expect(code).toBe(2);
    expect(stderr).toContain('already has a price');
    expect(await own()).toEqual([]);
  });
});

describe('the slug of a new listing', () => {
  it('is shown before the question, and can be chosen', async () => {
    const { publish, own } = await openPublishing(market);
    const shown = await publish();
    expect(shown.code).toBe(2);
    expect(shown.stderr).toMatch(
      /slug +text-insights\S* \(permanent; choose another with --slug\)/,
    );
    const chosen = await publish('--yes', '--slug', 'words-of-a-text');
    expect([chosen.code, (await own())[0]?.slug]).toEqual([0, 'words-of-a-text']);
  });

  it('is refused if it is taken, and cannot be changed later', async () => {
    const { publish, own } = await openPublishing(market);
    await publish('--yes', '--slug', 'counted-words');
    const other = await publish('--yes', '--new', '--verbose', '--slug', 'counted-words');
    expect([other.code, other.stderr]).toEqual([6, expect.stringContaining('slug_taken')]);
    const renamed = await publish('--yes', '--slug', 'recounted-words');
    expect(renamed.code).toBe(2);
    expect(renamed.stderr).toContain('You already sell this as counted-words');
    expect(await own()).toHaveLength(1);
  });
});

describe('mkt publish of a service that the review would flag', () => {
  it('saves nothing, prints the failed checks and exits with 3', async () => {
    const { seller, publish, own } = await openPublishing(market);
    seller.probeStatus = 500;
    const { code, stderr } = await publish('--yes', '--verbose');
    expect(code).toBe(3);
    expect(stderr).toMatch(/✖ reachability: .*500/);
    expect(stderr).toContain('review_flagged');
    expect(stderr).toContain(`mkt validate --service-url ${seller.url}`);
    expect(await own()).toEqual([]);
  });

  it('has the checks in the JSON of the error', async () => {
    const { seller, publish } = await openPublishing(market);
    seller.probeStatus = 500;
    const { code, stdout, stderr } = await publish('--yes', '--json');
    expect([code, stdout]).toEqual([3, '']);
    const error = JSON.parse(stderr) as { type: string; checks: { name: string }[] };
    expect(error.type).toBe('review_flagged');
    expect(error.checks.map(({ name }) => name)).toContain('reachability');
  });

  it('does not change a listing that is for sale', async () => {
    const { seller, publish, own } = await openPublishing(market);
    await publish('--yes');
    seller.provider.runContract['endpointPath'] = `${seller.url}/elsewhere`;
    seller.provider.runContract['method'] = 'POST';
    const [provider] = await own();
    const { code } = await publish('--yes', '--listing', provider!.slug);
    expect(code).toBe(3);
    expect((await own())[0]?.runContract.endpointPath).toBe(`${seller.url}/run`);
  });

  it.each([
    ['an unreachable service', (seller: TextSeller) => seller[Symbol.asyncDispose](), 3, 'network'],
    [
      'a contract that does not match',
      (seller: TextSeller) => void (seller.provider = {} as never),
      3,
      'invalid_contract',
    ],
  ])('%s is an import error', async (_, spoil, code, type) => {
    const { seller, cwd } = await openPublishing(market);
    const { url } = seller;
    await spoil(seller);
    const ran = await runMkt(['publish', '--service-url', url, '--yes', '--verbose'], {
      env: market.env,
      cwd,
    });
    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(type);
  });
});

it('mkt preview shows the listing that an import would create, and saves nothing', async () => {
  const { seller, cwd, own } = await openPublishing(market);
  const options = { env: market.env, cwd };
  const good = await runMkt(['preview', '--service-url', seller.url], options);
  expect(good.code).toBe(0);
  expect(good.stdout).toContain('text (string, required), language (string)');
  seller.probeStatus = 404;
  const bad = await runMkt(['preview', '--service-url', seller.url, '--json'], options);
  expect(bad.code).toBe(3);
  expect(JSON.parse(bad.stdout)).toMatchObject({ valid: true, publishable: false });
  expect(await own()).toEqual([]);
});
