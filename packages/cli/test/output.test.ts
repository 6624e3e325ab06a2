import { describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { catalogueListing, order, page } from './records.ts';

const ESCAPE = '\u001b';
/** Colours, a window title, a bell, bidirectional overrides, line breaks, a C1 control sequence. */
const HOSTILE = `${ESCAPE}[2J${ESCAPE}]0;owned\u0007\u202egnp.exe\u2066\u009b31m\r\nroot# \u2028x`;
// oxlint-disable-next-line no-control-regex -- the test looks for them
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const hostileListing = {
  ...catalogueListing,
  title: `Nice ${HOSTILE}`,
  description: HOSTILE,
  category: HOSTILE,
  tags: [HOSTILE],
  runContract: {
    method: 'POST',
    inputSchema: { type: 'object', properties: { [HOSTILE]: { type: HOSTILE } } },
    requestExampleJson: HOSTILE,
  },
};

const hostileEntry = {
  revision: 1,
  at: HOSTILE,
  actor: { kind: 'key', name: HOSTILE },
  changes: [{ path: `/${HOSTILE}`, from: HOSTILE, to: HOSTILE }],
  verdict: 'unknown',
  findings: [{ path: HOSTILE, severity: 'unknown', message: HOSTILE }],
};

describe('untrusted text', () => {
  it.each([
    ['search', ['search'], page(hostileListing)],
    ['listings show', ['listings', 'show', 'x', '--api-key', ''], hostileListing],
    ['listings history', ['listings', 'history', 'x'], page(hostileEntry)],
    ['orders show', ['orders', 'show', 'x'], order({ result: HOSTILE, requestBody: HOSTILE })],
    ['run', ['run', 'x'], order({ result: { [HOSTILE]: HOSTILE } })],
    [
      'a failed order',
      ['run', 'x'],
      order({
        orderState: 'failed',
        result: undefined,
        errorMessage: HOSTILE,
        failure: { kind: 'seller_status', sellerMessage: HOSTILE },
      }),
    ],
    ['with --json', ['search', '--json'], page(hostileListing)],
  ])('is printed without characters that a terminal acts on: %s', async (_, argv, body) => {
    await using market = await fakeMarketplace(() => ({ body }));
    const { stdout, stderr } = await runMkt(argv, {
      env: {
        MKT_BASE_URL: market.url,
        MKT_API_KEY: argv.includes('') ? '' : market.env.MKT_API_KEY,
      },
    });
    expect(stdout + stderr).toContain('gnp.exe');
    expect(stdout).not.toMatch(RAW);
    expect(stderr).not.toMatch(RAW);
    expect(stdout + stderr).not.toMatch(/^root#/m);
  });

  it('is printed without them in an error of a marketplace', async () => {
    const details = [{ path: HOSTILE, message: HOSTILE }];
    const body = { error: HOSTILE, type: HOSTILE, requestId: HOSTILE, details };
    await using market = await fakeMarketplace(() => ({ status: 400, body }));
    for (const argv of [
      ['run', 'x'],
      ['run', 'x', '--json'],
      ['run', 'x', '--verbose'],
    ]) {
      const { stderr } = await runMkt(argv, market);
      expect(stderr).toContain('gnp.exe');
      expect(stderr).not.toMatch(RAW);
    }
  });

  it('is unchanged when the JSON is parsed', async () => {
    await using market = await fakeMarketplace(() => ({ body: page(hostileListing) }));
    const { stdout } = await runMkt(['search', '--json'], market);
    expect(JSON.parse(stdout)).toEqual(page(hostileListing));
  });
});

describe('--json', () => {
  it('prints one document on stdout and nothing on stderr', async () => {
    await using market = await fakeMarketplace(() => ({
      body: { data: [catalogueListing], nextCursor: 'more' },
    }));
    const { code, stdout, stderr } = await runMkt(['search', '--json'], market);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({ data: [catalogueListing], nextCursor: 'more' });
  });

  it('is not needed for a table on stdout, with the next page on stderr', async () => {
    await using market = await fakeMarketplace(() => ({
      body: { data: [catalogueListing], nextCursor: 'more' },
    }));
    const { stdout, stderr } = await runMkt(['search'], market);
    expect(stderr).toBe(
      'Next page: add --cursor more\nInput, output and example: mkt listings show text-insights\n',
    );
    expect(stdout.split('\n')[1]).toMatch(/^text-insights {2}Text insights {2}USD 0.02 per call/);
  });

  it('is not needed for an empty list, which prints nothing on stdout', async () => {
    await using market = await fakeMarketplace(() => ({ body: page() }));
    expect(await runMkt(['search'], market)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing is for sale yet.\n',
    });
    expect(await runMkt(['search', 'text'], market)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No listings match. All of them: mkt search\n',
    });
  });
});

describe('colours', () => {
  const COLOUR = `${ESCAPE}[`;

  it.each([
    ['are off in a pipe', {}, [], false, false],
    ['are on in a terminal', {}, [], true, true],
    ['are off with NO_COLOR', { NO_COLOR: '1' }, [], true, false],
    ['are on with an empty NO_COLOR', { NO_COLOR: '' }, [], true, true],
    ['are off in a dumb terminal', { TERM: 'dumb' }, [], true, false],
    ['are on in a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, [], false, true],
    ['are off with FORCE_COLOR=0', { FORCE_COLOR: '0' }, [], true, false],
    [
      'are off with --no-color, also with FORCE_COLOR',
      { FORCE_COLOR: '1' },
      ['--no-color'],
      true,
      false,
    ],
  ])('%s', async (_, env, argv, isTerminal, isColoured) => {
    await using market = await fakeMarketplace(() => ({ body: page(catalogueListing) }));
    const options = { env: { ...market.env, ...env, CI: '1' }, isTerminal };
    const good = await runMkt(['search', ...argv], options);
    expect(good.stdout.includes(COLOUR)).toBe(isColoured);
    const bad = await runMkt(['pubish', ...argv], options);
    expect(bad.stderr.includes(COLOUR)).toBe(isColoured);
  });
});
