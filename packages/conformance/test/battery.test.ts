import { formatSigningSecret } from '@mkt/protocol/signing';
import { describe, expect, it } from 'vitest';
import { CHECK_NAMES, runBattery, type BatteryOptions, type CheckName } from '../src/index.ts';
import { checkEnvironment } from './check-environment.ts';
import { startSeller, type Break, type SellerOptions } from './seller.ts';

const SECRET = formatSigningSecret(new Uint8Array(32).fill(7));
const OLD_SECRET = formatSigningSecret(new Uint8Array(32).fill(5));
const SIGNATURES = CHECK_NAMES.filter((name) => name.startsWith('signature-'));

async function outcomesFor(seller: SellerOptions, options: Partial<BatteryOptions> = {}) {
  await using service = await startSeller(seller);
  const { checks } = await runBattery({
    serviceUrl: service.url,
    secret: seller.secret,
    environment: checkEnvironment({ attempts: 1 }),
    ...options,
  });
  const named = (outcome: string) =>
    checks.filter((check) => check.outcome === outcome).map(({ name }) => name);
  return {
    checks,
    failed: named('failed'),
    passed: named('passed'),
    skipped: named('skipped'),
    service,
  };
}

describe('the battery', () => {
  it('passes every check of a correct service when it has the secret', async () => {
    const { passed, checks } = await outcomesFor({ secret: SECRET });
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(passed).toEqual(CHECK_NAMES);
  });

  it('signs HEAD and GET with the secret, so that a service passes which refuses them unsigned', async () => {
    const strict = { secret: SECRET, isStrict: true };
    const { checks, service } = await outcomesFor(strict, { secret: `${OLD_SECRET},${SECRET}` });
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    const probes = service.requests.filter(({ path }) => path === '/health');
    expect(probes.map(({ headers }) => headers['x-mkt-signature'])).toEqual([undefined]);
    const unsigned = await outcomesFor(strict, { secret: undefined });
    expect(unsigned.failed).toContain('reachability');
  });

  it('warns of a misspelled keyword, which would check nothing', async () => {
    const inputSchema = { type: 'object', properties: { text: { type: 'string', maxLenght: 5 } } };
    await using service = await startSeller({ runContract: { inputSchema } });
    const { warnings } = await runBattery({
      serviceUrl: service.url,
      environment: checkEnvironment({ attempts: 1 }),
    });
    expect(warnings).toEqual([
      {
        code: 'unknown_keyword',
        message: '"maxLenght" has no effect in 2020-12. Did you mean maxLength?',
        path: '/provider/runContract/inputSchema/properties/text/maxLenght',
      },
    ]);
  });

  it('works for a GET contract, whose query string is signed', async () => {
    const { checks } = await outcomesFor({ secret: SECRET, runContract: { method: 'GET' } });
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  const breaks: Record<Break, CheckName> = {
    'contract-status': 'contract',
    'contract-redirect': 'contract',
    'contract-json': 'contract',
    'contract-schema': 'contract',
    'contract-too-large': 'contract',
    'contract-too-deep': 'contract',
    'identity-status': 'identity',
    'identity-shape': 'identity',
    'cors-contract': 'cors',
    'cors-origin': 'cors',
    'cors-error': 'cors',
    'content-type': 'content-type',
    'not-found-status': 'not-found',
    'not-found-shape': 'not-found',
    'not-found-post': 'not-found',
    'head-status': 'reachability',
    'get-body': 'reachability',
    'get-redirect': 'reachability',
    'health-status': 'health',
    'run-status': 'run',
    'run-json': 'run',
    'run-shape': 'run',
    'signature-missing': 'signature-missing',
    'signature-missing-text': 'signature-missing',
    'signature-rejects-all': 'signature-accepted',
    'signature-ignores-body': 'signature-tampered',
    'signature-any-secret': 'signature-wrong-secret',
    'signature-reserialises': 'signature-reserialised',
    'signature-first-only': 'signature-rotation',
    'signature-ignores-age': 'signature-stale',
    'signature-ignores-future': 'signature-future',
    'signature-ignores-replay': 'signature-replayed',
  };

  it.each(Object.entries(breaks))('a service with %s fails exactly %s', async (broken, check) => {
    const { failed } = await outcomesFor({ secret: SECRET, breaks: broken as Break });
    expect(failed).toEqual([check]);
  });

  it.each<[CheckName, SellerOptions]>([
    ['schemas', { runContract: { outputSchema: { type: 'strng' } } }],
    ['schemas', { runContract: { inputSchema: { $ref: '#' } } }],
    ['url-policy', { runContract: { healthEndpoint: 'http://[/health' } }],
    ['content', { provider: { title: 'A fucking good echo' } }],
    ['examples', { runContract: { responseExampleJson: '{"text":7}' } }],
    ['examples-given', { runContract: { responseExampleJson: undefined } }],
    ['health-given', { runContract: { healthEndpoint: undefined } }],
    ['description-given', { provider: { description: undefined } }],
  ])('fails exactly %s of a contract with %j', async (check, seller) => {
    const { failed } = await outcomesFor({ secret: SECRET, ...seller });
    expect(failed).toEqual([check]);
  });

  it('says for every failure what was found and how to fix it', async () => {
    for (const broken of Object.keys(breaks) as Break[]) {
      const { checks } = await outcomesFor({ secret: SECRET, breaks: broken });
      for (const check of checks.filter(({ outcome }) => outcome === 'failed')) {
        expect(check.message).toMatch(/\w{3,}/);
        expect(check.fix).toMatch(/\w{3,}/);
      }
    }
  });

  it('calls a service that verifies signatures once without a secret, and skips the rest', async () => {
    const { skipped, failed, passed, checks, service } = await outcomesFor(
      { secret: SECRET },
      { secret: undefined },
    );
    expect(failed).toEqual([]);
    expect(passed).toContain('signature-missing');
    expect(skipped).toEqual(['run', ...SIGNATURES.filter((name) => name !== 'signature-missing')]);
    expect(checks.find(({ name }) => name === 'signature-tampered')?.message).toContain('--secret');
    expect(
      service.requests.filter(({ method, path }) => method === 'POST' && path === '/run'),
    ).toHaveLength(1);
  });

  it('calls a service that does not verify signatures with its example when it has no secret', async () => {
    const { skipped, passed, failed } = await outcomesFor({});
    expect(failed).toEqual([]);
    expect(passed).toContain('run');
    expect(skipped).toEqual(SIGNATURES);
  });

  it('never calls the endpoint without a secret and without an example', async () => {
    const { skipped, service } = await outcomesFor({
      runContract: { requestExampleJson: undefined },
    });
    expect(skipped).toContain('run');
    expect(service.requests.some(({ method, path }) => method === 'POST' && path === '/run')).toBe(
      false,
    );
  });

  it('distinguishes a malformed secret from a missing one', async () => {
    const { failed, checks } = await outcomesFor({ secret: SECRET }, { secret: 'whsec_short' });
    expect(failed).toEqual(['signature-accepted']);
    expect(checks.find(({ name }) => name === 'signature-accepted')?.message).toContain('whsec_');
  });

  it('reports every check of a service that does not listen, but runs only the first', async () => {
    const { checks } = await runBattery({
      serviceUrl: 'http://127.0.0.1:1',
      environment: checkEnvironment(),
    });
    expect(checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
    expect(checks.filter(({ outcome }) => outcome !== 'skipped').map(({ name }) => name)).toEqual([
      'contract',
    ]);
  });

  it('reports each check once, as it completes', async () => {
    const reported: string[] = [];
    const environment = checkEnvironment({ onCheck: ({ name }) => reported.push(name) });
    await using service = await startSeller({ secret: SECRET });
    await runBattery({ serviceUrl: service.url, secret: SECRET, environment });
    expect(reported.toSorted()).toEqual([...CHECK_NAMES].toSorted());
  });

  it('appends its paths to a service address with a path and slashes', async () => {
    await using service = await startSeller();
    const { checks } = await runBattery({
      serviceUrl: `${service.url}///`,
      environment: checkEnvironment(),
    });
    expect(checks[0]).toMatchObject({ name: 'contract', outcome: 'passed' });
  });
});
