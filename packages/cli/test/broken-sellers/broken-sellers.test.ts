// Every seller here has one fault. mkt validate names the check that finds it, what is wrong and what to
// do next; mkt publish stops before it is listed, unless the fault can only be seen with the secret.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECK_NAMES } from '@mkt/conformance';
import type { Check } from '@mkt/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../../../marketplace/test/sellers/certificates.ts';
import { closedAddress, serveTls } from '../../../../test-bed/local-server.ts';
import { startMarketplace, type RealMarketplace } from '../real-marketplace.ts';
import { runMkt, type Ran } from '../run-mkt.ts';
import { SECRET, startBroken, type BrokenSeller } from './broken-seller.ts';
import { CALLS } from './calls.ts';
import { CONTRACT_CONTENTS } from './contract-contents.ts';
import { CONTRACT_RESPONSES } from './contract-responses.ts';
import { ENDPOINTS } from './endpoints.ts';
import { HEADERS } from './headers.ts';
import { SIGNATURES } from './signatures.ts';

const SELLERS = [
  ...CONTRACT_RESPONSES,
  ...CONTRACT_CONTENTS,
  ...ENDPOINTS,
  ...HEADERS,
  ...CALLS,
  ...SIGNATURES,
];
/** Few enough at once that each has time to respond. */
const AT_ONCE = 25;

interface Found {
  validated: Ran;
  published: Ran | undefined;
}

let market: RealMarketplace;
let cwd: string;
const found = new Map<BrokenSeller, Found>();

async function run(seller: BrokenSeller): Promise<Found> {
  const service = await startBroken(seller);
  const url = seller.serviceUrl?.(service) ?? service.url;
  const argv = ['--service-url', url];
  const secret = seller.secret ?? SECRET;
  const [validated, published] = await Promise.all([
    runMkt(['validate', ...argv, '--secret', secret, '--strict', '--json'], { cwd }),
    seller.publish &&
      runMkt(['publish', ...argv, '--yes', '--new', '--verbose'], { cwd, env: market.env }),
  ]);
  await service.close();
  return { validated, published };
}

beforeAll(async () => {
  market = await startMarketplace();
  cwd = await mkdtemp(join(tmpdir(), 'mkt-broken-'));
  await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${SECRET}\n`);
  // Some of them take 10 s to fail, so they do it together.
  const waiting = [...SELLERS];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.set(next, await run(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}, 120_000);
afterAll(async () => {
  await market.close();
  await rm(cwd, { recursive: true });
});

const checksOf = ({ stdout }: Ran) => (JSON.parse(stdout) as { checks: Check[] }).checks;

describe('mkt validate names the fault of a seller that', () => {
  it.each(SELLERS.map((seller) => [seller.that, seller] as const))('%s', (_, seller) => {
    const { validated } = found.get(seller)!;
    const failed = checksOf(validated).filter(({ outcome }) => outcome === 'failed');
    const expected = [seller.check, ...(seller.alsoFails ?? [])];
    expect(failed.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    const check = failed.find(({ name }) => name === seller.check);
    expect(check?.message).toMatch(seller.says);
    expect(check?.fix).toMatch(seller.next);
    expect(validated.code).toBe(3);
  });
});

describe('mkt publish does not list a seller that', () => {
  const stopped = SELLERS.filter(({ publish }) => publish !== undefined);
  it.each(stopped.map((seller) => [seller.that, seller] as const))('%s', (_, seller) => {
    const [type, says] = seller.publish!;
    const { code, stderr } = found.get(seller)?.published ?? { code: 0, stderr: '' };
    expect(stderr).toMatch(says);
    expect(stderr).toContain(type);
    expect(code).toBe(3);
    expect(stderr).not.toContain('imported');
  });
});

describe('other addresses', () => {
  const validate = async (url: string) => {
    const ran = await runMkt(['validate', '--service-url', url, '--json'], { cwd });
    return checksOf(ran).find(({ outcome }) => outcome === 'failed');
  };

  it.each([
    ['nothing listens on', async () => (await closedAddress()).url, /refused the connection/],
    ['has no name server', async () => 'https://no-such-host.invalid', /does not resolve/],
    ['is not public and not of this machine', async () => 'http://10.0.0.1', /not allowed/],
    ['is not HTTP', async () => 'ftp://127.0.0.1', /not allowed: it must start with http/],
  ])('an address that %s', async (_, address, says) => {
    expect(await validate(await address())).toMatchObject({
      name: 'contract',
      message: expect.stringMatching(says),
      fix: expect.stringMatching(/address/),
    });
  });

  it('a self-signed certificate', async () => {
    const certificate = await selfSigned('localhost');
    await using server = await serveTls(certificate, (_, response) => response.end('{}'));
    const failed = await validate(server.url);
    expect(failed).toMatchObject({ name: 'contract' });
    expect(failed?.message).toMatch(
      /certificate that is not trusted: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
  });
});

it('covers every check, with more than 100 sellers', () => {
  const covered = new Set(SELLERS.map(({ check }) => check));
  const others = new Set([
    'url-policy',
    'examples-given',
    'health-given',
    'description-given',
    'agent-texts',
  ]);
  expect(CHECK_NAMES.filter((name) => !covered.has(name) && !others.has(name))).toEqual([]);
  expect(SELLERS.length).toBeGreaterThan(100);
  const titles = SELLERS.map(({ that }) => that);
  expect(new Set(titles).size).toBe(titles.length);
});
