import { ERROR_TYPES, type ErrorType } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES, EXIT_MEANINGS, exitCodeOf } from '../src/errors/exit-codes.ts';
import { fakeMarketplace } from './fake-marketplace.ts';
import { catalogueListing } from './records.ts';
import { runMkt } from './run-mkt.ts';

/** The exit codes that scripts rely on, by error type. */
const EXPECTED: Readonly<Record<number, readonly ErrorType[]>> = {
  1: [
    'request_timeout',
    'rate_limited',
    'quota_exceeded',
    'internal',
    'overloaded',
    'storage_unavailable',
  ],
  2: [
    'malformed_request',
    'invalid_request',
    'invalid_json',
    'invalid_input',
    'invalid_schema',
    'invalid_cursor',
    'url_not_allowed',
    'method_not_allowed',
    'payload_too_large',
    'unsupported_media_type',
    'headers_too_large',
  ],
  3: ['network', 'non_ok_status', 'invalid_contract', 'review_failed'],
  4: [
    'unauthenticated',
    'insufficient_scope',
    'forbidden_origin',
    'signup_closed',
    'account_suspended',
    'budget_exceeded',
    'budget_protected',
  ],
  5: ['not_found'],
  6: [
    'invalid_state_transition',
    'listing_not_active',
    'listing_archived',
    'listing_changed',
    'order_running',
    'order_settled',
    'review_in_progress',
    'provider_was_published',
    'secret_not_available',
    'idempotency_key_reused',
    'slug_taken',
    'email_taken',
  ],
};

const cases = Object.entries(EXPECTED).flatMap(([code, types]) =>
  types.map((type) => [type, Number(code)] as const),
);

describe('the exit code of a marketplace error', () => {
  it('is defined for every error type', () => {
    expect(cases.map(([type]) => type).toSorted()).toEqual(Object.keys(ERROR_TYPES).toSorted());
  });

  it.each(cases)('%s → %i, in the JSON of --json too', async (type, code) => {
    const { status } = ERROR_TYPES[type];
    const details = [{ path: '/title', message: 'is required' }];
    await using market = await fakeMarketplace(() => ({
      status,
      body: { error: 'A sentence.', type, requestId: 'req-1', details },
    }));
    // A POST that is not an activation: the client does not retry it.
    const ran = await runMkt(['api', 'POST', '/v1/x', '--input', '{}', '--json'], market);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    const { next, ...error } = JSON.parse(ran.stderr);
    expect(['string', 'undefined']).toContain(typeof next);
    expect(error).toEqual({
      error: 'A sentence.',
      type,
      requestId: 'req-1',
      details,
      exitCode: code,
    });
  });

  it('is 3 for invalid_json in the seller’s contract', async () => {
    const body = { error: 'A sentence.', type: 'invalid_json', requestId: 'req-1' };
    await using market = await fakeMarketplace(() => ({ status: 422, body }));
    const { code } = await runMkt(['preview', '--service-url', 'https://a.example'], market);
    expect(code).toBe(3);
  });

  it.each([
    [400, 2],
    [401, 4],
    [403, 4],
    [404, 5],
    [409, 6],
    [422, 3],
    [418, 1],
    [500, 1],
  ])('depends on the status when the type is unknown: %i → %i', async (status, code) => {
    const body = { error: 'A sentence.', type: 'from_the_future', requestId: 'req-1' };
    await using market = await fakeMarketplace(() => ({ status, body }));
    expect((await runMkt(['api', 'POST', '/v1/x'], market)).code).toBe(code);
  });
});

describe('the exit code without a marketplace response', () => {
  it('is 7 when the connection is refused', async () => {
    const market = await fakeMarketplace(() => ({}));
    await market[Symbol.asyncDispose]();
    const { code, stdout, stderr } = await runMkt(['api', 'POST', '/v1/x'], market);
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toContain(`Cannot reach the marketplace at ${market.url}`);
  });

  it('is 7 when the response is not from a marketplace', async () => {
    await using market = await fakeMarketplace(() => ({ body: { ok: true } }));
    const { code, stderr } = await runMkt(['whoami', '--verbose'], market);
    expect(code).toBe(7);
    expect(stderr).toContain('invalid_response');
  });

  it('is 2 for an invalid option value', async () => {
    await using market = await fakeMarketplace(() => ({}));
    const { code } = await runMkt(['run', 'a', '--max-price', 'cheap'], market);
    expect([code, market.requests]).toEqual([2, []]);
  });

  it.each([
    [['secrets', 'rotate', 'a', '--grace', '0'], '--grace', '168h'],
    [['secrets', 'rotate', 'a', '--grace', '7d'], '--grace', '168h'],
    [['secrets', 'rotate', 'a', '--grace', '169h'], '--grace', '168h'],
    [['run', 'a', '--timeout', 'soon'], '--timeout', '576h'],
    [['orders', 'wait', 'a', '--timeout', '5000'], '--timeout', '576h'],
    [['orders', 'wait', 'a', '--timeout', '577h'], '--timeout', '576h'],
  ])(
    'is 2 for a duration without a known unit, or that is too long: %j',
    async (argv, flag, longest) => {
      await using market = await fakeMarketplace(() => ({}));
      const { code, stderr } = await runMkt(argv, market);
      expect([code, market.requests]).toEqual([2, []]);
      expect(stderr).toContain(
        `${flag} must be a duration with a unit, such as 0s, 90s, 30m or 24h, and at most ${longest}.`,
      );
    },
  );
});

it('has a meaning for every code', () => {
  expect(new Set(Object.values(EXIT_CODES).map(String))).toEqual(
    new Set(Object.keys(EXIT_MEANINGS).filter((code) => code !== '0')),
  );
  expect(exitCodeOf('interrupted')).toBe(130);
});

describe('an error message', () => {
  it('is a sentence, its details, the next step and the request id', async () => {
    await using market = await fakeMarketplace(() => ({
      status: 400,
      body: {
        error: 'The body has invalid fields.',
        type: 'invalid_request',
        requestId: 'req-1',
        details: [
          { path: '/title', message: 'is required' },
          { path: '/price/amount', message: 'must be number' },
        ],
      },
    }));
    const { stderr } = await runMkt(['api', 'POST', '/v1/x'], market);
    expect(stderr.split('\n').map((line) => line.replaceAll(/ {4,}/g, ' … '))).toEqual([
      '✖ The body has invalid fields.',
      '  /title … is required',
      '  /price/amount   must be number',
      '  request req-1',
      '',
    ]);
  });

  it('shows an example when a call had no input, if it is one', async () => {
    let requestExampleJson = '{"text":"Hi"}';
    await using market = await fakeMarketplace(({ method }) =>
      method === 'GET'
        ? { body: { ...catalogueListing, runContract: { method: 'POST', requestExampleJson } } }
        : { status: 422, body: { error: 'No.', type: 'invalid_input', details: [] } },
    );
    const { stderr } = await runMkt(['run', 'a', '--input', '{}'], market);
    expect(stderr).toContain(`For example: mkt run text-insights --input '{"text":"Hi"}'`);
    const other = await runMkt(['run', 'a', '--input', '{"txt":""}'], market);
    expect(other.stderr).toContain('See the schema: mkt listings show text-insights');
    requestExampleJson = '@.mcp.json';
    const hostile = await runMkt(['run', 'a', '--input', '{}'], market);
    expect(hostile.stderr).toContain('See the schema: mkt listings show text-insights');
    expect(hostile.stderr).not.toContain('.mcp.json');
  });

  it('names the missing scope', async () => {
    const body = { error: 'No.', type: 'insufficient_scope', requiredScope: 'order:create' };
    await using market = await fakeMarketplace(() => ({ status: 403, body }));
    const { stderr } = await runMkt(['run', 'a'], market);
    expect(stderr).toContain('Use an API key with the scope order:create.');
  });

  it.each([
    ['not_found', ['run', 'a'], 'mkt search'],
    ['listing_changed', ['run', 'text insights'], "mkt listings show 'text insights'"],
    ['provider_was_published', ['listings', 'delete', 'a', '--yes'], 'mkt listings archive a'],
    [
      'review_in_progress',
      ['publish', '--service-url', 'https://a.example', '--listing', 'a'],
      'mkt listings show a',
    ],
    [
      'invalid_contract',
      ['preview', '--service-url', 'https://a.example/x?y&z'],
      "mkt validate --service-url 'https://a.example/x?y&z'",
    ],
  ] as const)('has a next command with the real name: %s', async (type, argv, command) => {
    const body = { error: 'No.', type, requestId: 'req-1' };
    await using market = await fakeMarketplace(() => ({ status: ERROR_TYPES[type].status, body }));
    const { stderr } = await runMkt(argv, market);
    // Nothing follows the command on its line.
    expect(stderr).toContain(`${command}\n`);
    expect(stderr).not.toMatch(/<\w+>/);
  });

  it('lists the possible states', async () => {
    const body = {
      error: 'No.',
      type: 'invalid_state_transition',
      from: 'paused',
      to: 'paused',
      allowed: ['published', 'archived'],
    };
    await using market = await fakeMarketplace(() => ({ status: 409, body }));
    const { stderr } = await runMkt(['listings', 'pause', 'a'], market);
    expect(stderr).toContain('Its state is paused; it can change to published or archived.');
  });

  it.each([
    ['draft', 'Submit it: mkt listings submit a'],
    ['pending_review', 'Its review is still running. See its status: mkt listings show a'],
    ['archived', 'An archived listing cannot be changed: publish a new one.'],
    ['paused', 'A listing that is paused cannot change its state.'],
    ['a state that is not named', 'Its state cannot be changed.'],
  ])('suggests a next step after %s, also with --json', async (from, next) => {
    const state = from.includes(' ') ? {} : { from };
    const body = { error: 'No.', type: 'invalid_state_transition', ...state, allowed: [] };
    await using market = await fakeMarketplace(() => ({ status: 409, body }));
    const { stderr } = await runMkt(['listings', 'pause', 'a'], market);
    expect(stderr).toContain(next);
    const json = await runMkt(['listings', 'pause', 'a', '--json'], market);
    expect(JSON.parse(json.stderr)).toMatchObject({ error: 'No.', next });
  });

  it('has its causes and a stack only with --verbose', async () => {
    const market = await fakeMarketplace(() => ({}));
    await market[Symbol.asyncDispose]();
    const short = await runMkt(['api', 'POST', '/v1/x'], market);
    const long = await runMkt(['api', 'POST', '/v1/x', '--verbose'], market);
    expect(short.stderr).not.toMatch(/^ +at |caused by/m);
    expect(long.stderr).toMatch(/caused by .*ECONNREFUSED/);
  });
});
