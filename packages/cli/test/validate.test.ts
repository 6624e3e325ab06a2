import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { defineService } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ValidationReport } from '../src/validate/text-report.ts';
import { runMkt } from './run-mkt.ts';
import { startTextSeller } from './seller.ts';

const SECRET = formatSigningSecret(new Uint8Array(32).fill(1));

const CONTRACT = {
  provider: {
    title: 'Text insights',
    description: 'Counts words.',
    price: { amountCents: 2 },
    runContract: {
      method: 'POST',
      endpointPath: 'https://api.example.com/run',
      healthEndpoint: 'https://api.example.com/health',
      inputSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      requestExampleJson: '{"text":"Hello"}',
      responseExampleJson: '{"words":1}',
    },
  },
};

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-validate-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const contract = (change: (provider: typeof CONTRACT.provider) => void = () => {}) => {
  const copy = structuredClone(CONTRACT);
  change(copy.provider);
  return writeFile(join(cwd, 'contract.json'), JSON.stringify(copy));
};
const validate = (...argv: string[]) =>
  runMkt(['validate', ...argv], { cwd, env: { MKT_SIGNING_SECRET: '' } });
const printed = (stdout: string) => JSON.parse(stdout) as ValidationReport;
const outcomes = ({ checks }: ValidationReport) =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));

describe('mkt validate contract.json', () => {
  it('accepts a valid contract offline', async () => {
    await contract();
    const { code, stdout, stderr } = await validate('contract.json');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Text insights · contract.json · 3 checks');
    expect(stdout).toMatch(/\n3 passed · [\d.]+ m?s {3}all of them: --verbose\n$/);
  });

  it('reads stdin for -', async () => {
    const stdin = JSON.stringify(CONTRACT);
    const { code, stdout } = await runMkt(['validate', '-', '--json'], { stdin });
    expect([code, printed(stdout).subject]).toEqual([0, 'stdin']);
  });

  it('names every invalid field and exits with 3', async () => {
    await contract((provider) => {
      provider.title = '';
      provider.price.amountCents = -1;
    });
    const { code, stdout } = await validate('contract.json');
    expect(code).toBe(3);
    expect(stdout).toContain('✖ contract');
    expect(stdout).toMatch(/\/provider\/title {2}must/);
    expect(stdout).toMatch(/\/provider\/price\/amountCents {2}must be >= 0/);
    expect(stdout).toMatch(/\n1 failed \(1 blocks publishing\) · 0 passed/);
  });

  it('suggests the closest known name for a misspelled field', async () => {
    const { title, ...provider } = CONTRACT.provider;
    await writeFile(
      join(cwd, 'contract.json'),
      JSON.stringify({ provider: { ...provider, titel: title } }),
    );
    const { code, stdout } = await validate('contract.json');
    expect(code).toBe(3);
    expect(stdout).toMatch(/\/provider\/title {2}is required/);
    expect(stdout).toMatch(/\/provider\/titel {2}is not a known field\. Did you mean title\?/);
  });

  it('warns when the price is missing, and which field was probably meant to be it', async () => {
    const { price, ...provider } = CONTRACT.provider;
    await writeFile(
      join(cwd, 'contract.json'),
      JSON.stringify({ provider: { ...provider, prize: price } }),
    );
    const { code, stdout } = await validate('contract.json');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\/provider\/price {2}The contract has no price, so calls are free/);
    expect(stdout).toMatch(/\/provider\/prize {2}.*Did you mean price\?/);
  });

  it.each([
    [
      'a schema that the marketplace refuses',
      { inputSchema: { type: 'strin' } },
      '/inputSchema/type',
    ],
    [
      'an example that does not match',
      { requestExampleJson: '{"text":1}' },
      'requestExampleJson does not match inputSchema: /text must be string',
    ],
    ['an invalid address', { endpointPath: 'ftp://x' }, '/endpointPath  must start with'],
  ])('refuses %s', async (_, more, says) => {
    await contract((provider) => Object.assign(provider.runContract, more));
    const { code, stdout } = await validate('contract.json');
    expect(code).toBe(3);
    expect(stdout).toContain(says);
  });

  it('lists each problem of a schema once', async () => {
    await contract((provider) => {
      const properties = { text: { type: 'strin' }, size: { type: 'inte' } };
      Object.assign(provider.runContract, { inputSchema: { type: 'object', properties } });
    });
    const { stdout } = await validate('contract.json');
    const paths = [...stdout.matchAll(/\/inputSchema\/properties\/(\w+)\/type/g)];
    expect(paths.map(([, name]) => name)).toEqual(['text', 'size']);
  });

  it.each([
    [{ endpointPath: 'http://localhost:8801/run' }, 'endpointPath', 'this address'],
    [
      {
        endpointPath: 'http://localhost:8801/run',
        healthEndpoint: 'http://localhost:8801/health',
      },
      'endpointPath and healthEndpoint',
      'these addresses',
    ],
  ])('accepts local addresses, with one warning: %o', async (addresses, names, which) => {
    await contract((provider) => Object.assign(provider.runContract, addresses));
    const { code, stdout } = await validate('contract.json');
    expect(code).toBe(0);
    const warnings = stdout.split('\n').filter((line) => line.includes('dev mode'));
    expect(warnings).toEqual([
      expect.stringMatching(
        ` ${names} must start with https:// to be published; only dev mode accepts ${which}.$`,
      ),
    ]);
  });

  it('fails the contract check for a file that is not JSON', async () => {
    await writeFile(join(cwd, 'contract.json'), '{"provider":');
    const { code, stdout } = await validate('contract.json', '--json');
    expect(code).toBe(3);
    expect(printed(stdout).checks).toMatchObject([
      { name: 'contract', outcome: 'failed', message: 'is not valid JSON (line 1, column 13)' },
    ]);
  });

  it.each([
    [['nowhere.json'], 'nowhere.json does not exist.'],
    [[], 'Pass a contract file, or --service-url'],
    [['a.json', '--service-url', 'http://x'], 'not both'],
    [['--service-url', 'http://x', '--secret', 'whsec_x'], 'The signing secret is malformed'],
    [['a.json', '--format', 'junit'], "Unknown option '--format'"],
  ])('exits with 2: mkt validate %j', async (argv, says) => {
    const { code, stderr } = await validate(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});

describe('mkt validate --service-url', () => {
  it('passes a service of the seller kit with all its signatures, also with --strict', async () => {
    const service = defineService({
      name: 'Text insights',
      description: 'Counts words.',
      price: { amountCents: 2 },
      input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      output: { type: 'object' },
      examples: { request: { text: 'Hello' }, response: { words: 1 } },
      run: () => ({ words: 1 }),
      signingSecret: SECRET,
      logger: { warn: () => {}, error: () => {} },
    });
    await using server = await serve(service, { port: 0, host: '127.0.0.1' });
    const argv = ['--service-url', server.url, '--secret', SECRET, '--strict', '--json'];
    const { code, stdout, stderr } = await validate(...argv);
    const report = printed(stdout);
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect([code, stderr]).toEqual([0, '']);
    expect(report).toMatchObject({ ok: true, title: 'Text insights', counts: { failed: 0 } });
    expect(report.counts.passed).toBeGreaterThan(20);
  });

  it('prints each failed check with its fix', async () => {
    await using seller = await startTextSeller();
    seller.probeStatus = 500;
    const { code, stdout } = await validate('--service-url', seller.url);
    expect(code).toBe(3);
    expect(stdout).toMatch(/✖ reachability .*500/);
    // What is in order is counted.
    expect(stdout).not.toContain('✔');
    expect(stdout).toMatch(
      /\d+ failed .* · \d+ passed .* · [\d.]+ m?s {3}all of them: --verbose$/m,
    );
    const whole = await validate(seller.url.replace('http://', ''), '--verbose');
    expect(whole.stdout).toMatch(/✔ identity/);
    expect(stdout).toMatch(/- skipped .*signature-tampered.*\n.*--secret/);
  });

  it('fails on advice only with --strict', async () => {
    await using seller = await startTextSeller();
    const lenient = await validate('--service-url', seller.url, '--json');
    const strict = await validate('--service-url', seller.url, '--json', '--strict');
    expect(outcomes(printed(lenient.stdout))['examples-given']).toBe('failed');
    expect([lenient.code, printed(lenient.stdout).ok]).toEqual([0, true]);
    expect(printed(lenient.stdout).counts.advice).toBeGreaterThan(0);
    expect([strict.code, printed(strict.stdout).ok]).toEqual([3, false]);
    expect(JSON.parse(strict.stderr)).toMatchObject({ type: 'checks_failed', exitCode: 3 });
  });

  it('prints advice with what to do, and counts it apart from failures', async () => {
    await using seller = await startTextSeller();
    const { stdout } = await validate('--service-url', seller.url);
    expect(stdout).toContain('advice: the contract has no requestExampleJson and no');
    expect(stdout).toContain('buyers start from the examples.');
    expect(stdout).toMatch(/\n\d+ passed · \d+ skipped · \d+ with advice/);
  });

  it('fails the first check of an unreachable service and skips the others', async () => {
    const seller = await startTextSeller();
    await seller[Symbol.asyncDispose]();
    const { code, stdout } = await validate('--service-url', seller.url, '--json');
    expect(code).toBe(3);
    const { contract: first, ...others } = outcomes(printed(stdout));
    expect(first).toBe('failed');
    expect(new Set(Object.values(others))).toEqual(new Set(['skipped']));
  });

  it('exits with 130 when it is interrupted', async () => {
    const { Interrupted } = await import('../src/terminal/shell.ts');
    await using seller = await startTextSeller();
    const signal = AbortSignal.abort(new Interrupted(130));
    const { code } = await runMkt(['validate', '--service-url', seller.url], { signal });
    expect(code).toBe(130);
  });
});
