import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApiKey, type CreatedApiKey, type Provider } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { catalogueListing, ownListing } from './records.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let seller: TextSeller;
let cwd: string;

const mkt = (argv: string[], options: RunOptions = {}) =>
  runMkt(argv, { env: market.env, cwd, ...options });

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  cwd = await mkdtemp(join(tmpdir(), 'mkt-selling-'));
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});

const manual = (more: object = {}) => {
  const { title, runContract } = seller.provider;
  return JSON.stringify({ title, price: { amount: 0.005 }, runContract, ...more });
};

describe('mkt listings create', () => {
  it('reads a file and waits for the review', async () => {
    await writeFile(join(cwd, 'listing.json'), manual());
    const { code, stdout, stderr } = await mkt(['listings', 'create', 'listing.json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^status +published$/m);
    expect(stdout).toMatch(/✔ reachability/);
  });

  it('--draft saves without a review; list, submit and delete work on the draft', async () => {
    const created = await mkt(['listings', 'create', '-', '--draft', '--json'], {
      stdin: manual({ title: 'Draft' }),
    });
    const draft = JSON.parse(created.stdout) as Provider;
    expect(draft.status).toBe('draft');
    expect((await mkt(['listings', 'list'])).stdout).toMatch(/^draft +Draft +draft/m);

    const declined = await mkt(['listings', 'delete', draft.slug]);
    expect([declined.code, declined.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    const deleted = await mkt(['listings', 'delete', draft.slug, '--yes', '--json']);
    expect(JSON.parse(deleted.stdout)).toEqual({ deleted: draft.slug });
    expect((await mkt(['listings', 'show', draft.slug])).code).toBe(5);

    const other = await mkt(['listings', 'create', '-', '--draft', '--json'], { stdin: manual() });
    const { slug } = JSON.parse(other.stdout) as Provider;
    expect((await mkt(['listings', 'submit', slug])).stdout).toMatch(/^status +published$/m);
    const kept = await mkt(['listings', 'delete', slug, '--yes']);
    expect(kept.code).toBe(6);
    expect(kept.stderr).toContain('mkt listings archive');
  });

  it('exits with 3 for a flagged listing and shows the failed check', async () => {
    seller.probeStatus = 500;
    const { code, stdout } = await mkt(['listings', 'create', '-'], { stdin: manual() });
    seller.probeStatus = 200;
    expect(code).toBe(3);
    expect(stdout).toMatch(/^status +flagged$/m);
    expect(stdout).toMatch(/✖ reachability/);
  });

  it('--no-wait does not wait for the review', async () => {
    const { stdout } = await mkt(['listings', 'create', '-', '--no-wait', '--json'], {
      stdin: manual(),
    });
    expect((JSON.parse(stdout) as Provider).status).toBe('pending_review');
  });

  it('names every invalid field', async () => {
    const { code, stderr } = await mkt(['listings', 'create', '-'], { stdin: '{"titel":"x"}' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\/title +is required/);
    expect(stderr).toMatch(/\/titel +is not a known field/);
  });

  it('says that the file does not exist', async () => {
    const { code, stderr } = await mkt(['listings', 'create', 'nowhere.json']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('nowhere.json does not exist.')]);
  });
});

describe('mkt listings show', () => {
  it('counts the passed checks of the review, names the others, and lists all with --verbose', async () => {
    const check = { ok: true, level: 'required', outcome: 'passed' };
    const reviewChecks = [
      { ...check, name: 'schemas', message: 'are accepted' },
      { ...check, name: 'reachability', message: 'answered 500', ok: false, outcome: 'failed' },
    ];
    const reason = { reviewRejectionReason: 'The service answered 500.' };
    const body = { ...ownListing, status: 'pending_review', ...reason, reviewChecks };
    await using fake = await fakeMarketplace(() => ({ body }));
    const { stdout } = await runMkt(['listings', 'show', 'text-insights'], fake);
    expect(stdout).toMatch(/^status +pending review$/m);
    expect(stdout).toMatch(/^reason +The service answered 500\.$/m);
    expect(stdout).toMatch(/^review +1 of 2 checks passed$/m);
    expect(stdout).toMatch(/^ +✖ reachability +answered 500$/m);
    expect(stdout).not.toContain('schemas');
    const long = await runMkt(['listings', 'show', 'text-insights', '--verbose'], fake);
    expect(long.stdout).toMatch(/^ +✔ schemas +are accepted$/m);
  });

  it('shows a public record that has more members than are known', async () => {
    const body = { ...catalogueListing, status: 3 };
    await using fake = await fakeMarketplace(() => ({ body }));
    const env = { ...fake.env, MKT_API_KEY: '' };
    const { code, stdout } = await runMkt(['listings', 'show', 'text-insights'], { env });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^status +published$/m)]);
  });
});

describe('mkt listings', () => {
  it('pause, resume and archive change the state', async () => {
    const created = await mkt(['listings', 'create', '-', '--json'], { stdin: manual() });
    const { slug } = JSON.parse(created.stdout) as Provider;
    const state = async (...argv: string[]) => {
      const { code, stderr } = await mkt(['listings', ...argv, slug]);
      return [code, stderr.split(/\s+/)[1]];
    };
    expect(await state('pause')).toEqual([0, 'paused']);
    expect(await state('resume')).toEqual([0, 'published']);
    expect((await mkt(['listings', 'archive', slug])).code).toBe(2);
    expect((await mkt(['listings', 'archive', slug, '--yes', '--json'])).stdout).toContain(
      '"listingState":"archived"',
    );
    expect((await mkt(['listings', 'resume', slug])).code).toBe(6);
    expect((await mkt(['listings', 'list', '--archived'])).stdout).toMatch(
      new RegExp(`^${slug} .*archived`, 'm'),
    );
  });

  it('history shows the owner who changed what, and buyers what it means for them', async () => {
    const created = await mkt(['listings', 'create', '-', '--json'], { stdin: manual() });
    const { slug } = JSON.parse(created.stdout) as Provider;
    const tags = ['api', 'patch', `/v1/listings/${slug}`, '--input', '{"tags":["words"]}'];
    expect((await mkt(tags)).code).toBe(0);
    const price = ['api', 'patch', `/v1/listings/${slug}`, '--input', '{"price":{"amount":0.01}}'];
    expect((await mkt(price)).code).toBe(0);
    const history = ['listings', 'history', slug];
    const own = await mkt(history);
    const priceRise =
      'breaking: The price was changed from USD 0.005 per call to USD 0.01 per call.';
    const time = String.raw`\d{4}-\d\d-\d\d [\d:]+Z`;
    expect(own.stdout).toMatch(/^revision +changed +by +fields +for buyers$/m);
    expect(own.stdout).toMatch(new RegExp(`^2 +${time} +\\S.*  amount +${priceRise}$`, 'm'));
    expect(own.stdout).toMatch(new RegExp(`^1 +${time} +\\S.*  tags +same$`, 'm'));
    expect(own.stdout).toMatch(new RegExp(`^1 +${time} +marketplace +listingState +first$`, 'm'));

    const env = { MKT_BASE_URL: market.url, MKT_API_KEY: '' };
    const anyone = await mkt([...history, '--limit', '1'], { env });
    expect(anyone.stdout).toMatch(new RegExp(`^2 +${time} +amount +${priceRise}$`, 'm'));
    expect(anyone.stderr).toMatch(/^Next page: add --cursor \S+$/m);
    const change = {
      price: { amount: 0.02 },
      runContract: { inputSchema: { type: 'object', required: ['text'] } },
    };
    const argv = ['api', 'patch', `/v1/listings/${slug}`, '--input', JSON.stringify(change)];
    expect((await mkt(argv)).code).toBe(0);
    const several = await mkt([...history, '--limit', '1']);
    expect(several.stdout).toMatch(
      /breaking: The price was changed from USD 0\.01 .* input: The member "text" /,
    );
    const json = await mkt([...history, '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({
      data: [{ revision: 3 }, { revision: 2 }, { revision: 1 }, { revision: 1 }],
    });
    expect((await mkt(['listings', 'history', 'nothing'])).code).toBe(5);
  });
});

describe('mkt keys', () => {
  it('create prints only the key; list hides it; revoke invalidates it', async () => {
    const argv = ['keys', 'create', '--name', 'ci', '--scopes', 'order:read'];
    const made = await mkt([...argv, '--expires-at', '2099-01-01']);
    expect(made.code).toBe(0);
    const key = made.stdout.trim();
    expect(isApiKey(key)).toBe(true);
    expect(made.stderr).toContain('shown only once');

    const env = { ...market.env, MKT_API_KEY: key };
    const who = await mkt(['whoami', '--json'], { env });
    expect(JSON.parse(who.stdout)).toMatchObject({
      scopes: ['order:read'],
      keyFrom: 'environment',
    });
    const denied = await mkt(['keys', 'list'], { env });
    expect([denied.code, denied.stderr]).toEqual([4, expect.stringContaining('api_key:read')]);

    const list = await mkt(['keys', 'list']);
    expect(list.stdout).toContain(`…${key.slice(-4)}`);
    expect(list.stdout).not.toContain(key);
    expect(list.stdout).toContain('2099-01-01 00:00:00Z');
    expect(list.stdout).toMatch(/ci .* key .*order:read/);
    expect(list.stdout).toMatch(/dev.* dev .*\*/);

    const { keyId } = JSON.parse(who.stdout) as { keyId: string };
    expect((await mkt(['keys', 'revoke', keyId, '--yes'])).code).toBe(0);
    const revoked = await mkt(['whoami'], { env });
    expect([revoked.code, revoked.stderr]).toEqual([4, expect.stringContaining('mkt login')]);
  });

  it('create accepts * for every scope, and suggests the closest name for an unknown one', async () => {
    const all = await mkt(['keys', 'create', '--name', 'all', '--scopes', '*', '--json']);
    expect((JSON.parse(all.stdout) as CreatedApiKey).scopes).toEqual(['*']);
    const none = await mkt(['keys', 'create', '--name', 'x', '--scopes', 'order:crate']);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining("unknown scope 'order:crate'. Did you mean order:create?"),
    ]);
  });

  it.each([
    [['--scopes', '*'], '--name is required'],
    [['--name', 'x'], '--scopes is required'],
  ])('create names the missing flag without a terminal: %j', async (argv, says) => {
    const { code, stderr } = await mkt(['keys', 'create', ...argv]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});

describe('mkt api', () => {
  it('sends any request and prints the JSON', async () => {
    const { code, stdout } = await mkt(['api', 'get', '/v1/listings?limit=1', '--json']);
    expect([code, (JSON.parse(stdout) as { data: unknown[] }).data.length]).toEqual([0, 1]);
  });

  it('sends a body and headers', async () => {
    const made = await mkt(['listings', 'create', '-', '--json'], { stdin: manual() });
    const { slug } = JSON.parse(made.stdout) as Provider;
    const ordered = await mkt([
      'api',
      'POST',
      '/v1/orders',
      '--input',
      JSON.stringify({ listingId: slug, requestBody: { text: 'a b' } }),
      '--header',
      'Prefer: wait=10',
    ]);
    expect(JSON.parse(ordered.stdout)).toMatchObject({ result: { words: 2 } });
  });

  it('prints the status when the response has no content', async () => {
    const made = await mkt(['listings', 'create', '-', '--draft', '--json'], { stdin: manual() });
    const { id } = JSON.parse(made.stdout) as Provider;
    const { code, stdout, stderr } = await mkt(['api', 'DELETE', `/v1/providers/${id}`]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('204');
  });

  it.each([
    [['api', 'FETCH', '/v1/me'], 2],
    [['api', 'GET', 'v1/me'], 2],
    [['api', 'GET', '/v1/me', '--header', 'no colon'], 2],
    [['api', 'GET', '/v1/me', '--input', '{}'], 2],
  ])('%j exits with %i', async (argv, code) => {
    expect((await mkt(argv)).code).toBe(code);
  });
});

describe('mkt profile', () => {
  it('set changes what is given and keeps the rest; an empty value removes', async () => {
    const profile = () =>
      mkt(['profile', 'show', '--json']).then(({ stdout }) => JSON.parse(stdout));
    const { sellerId } = await profile();
    const contact = 'https://fjord.example.com/contact';
    const links = ['--website', 'https://fjord.example.com', '--contact', contact];
    const set = await mkt(['profile', 'set', '--name', 'Fjord Weather', ...links]);
    expect([set.code, set.stderr]).toEqual([0, '']);
    expect(set.stdout).toMatch(/^name +Fjord Weather$/m);
    await mkt(['profile', 'set', '--website', '', '--terms', 'https://fjord.example.com/terms']);
    expect(await profile()).toEqual({
      sellerId,
      name: 'Fjord Weather',
      website: null,
      contact,
      termsUrl: 'https://fjord.example.com/terms',
      documentationUrl: null,
    });
  });

  it('set says what is wrong with a value, and needs at least one', async () => {
    const http = await mkt(['profile', 'set', '--website', 'http://fjord.example.com']);
    expect([http.code, http.stderr]).toEqual([2, expect.stringContaining('https')]);
    const nothing = await mkt(['profile', 'set']);
    expect([nothing.code, nothing.stderr]).toEqual([
      2,
      expect.stringContaining('Nothing to change'),
    ]);
    const rude = await mkt(['profile', 'set', '--name', 'Holy shit']);
    expect([rude.code, rude.stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('content'),
    ]);
  });
});
