import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@mkt/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { it, test } from '../../../test-bed/by-lane.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

const FILE = 'mkt-listings.ts';
const INPUT = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', description: 'The text to count.' } },
  additionalProperties: false,
};

let market: RealMarketplace;
let client: Client;
let seller: TextSeller;
let cwd: string;
let id: string;
let slug: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-types-'));
  ({ id, slug } = await client.listings.importFromService(seller.url));
  await market.reviewsIdle();
  await client.listings.update(id, {
    runContract: { inputSchema: INPUT, outputSchema: null, responseExampleJson: null },
  });
  await market.reviewsIdle();
});
afterEach(async () => {
  await client.listings.archive(id);
  await rm(cwd, { recursive: true });
});

const types = (argv: string[], options: RunOptions = {}) =>
  runMkt(['types', ...argv], { env: market.env, cwd, ...options });
const file = () => readFile(join(cwd, FILE), 'utf8');
const writeTypes = () => types([slug, '-o', FILE]);
const changeInput = () =>
  client.listings.update(id, {
    runContract: { inputSchema: { ...INPUT, properties: { text: { maxLength: 9 } } } },
  });
const raisePrice = () => client.listings.update(id, { price: { amount: 0.05 } });
const revision = async () => (await client.listings.get(id)).revision;

describe('mkt types', () => {
  it('writes an interface with the input and the output of each listing', async () => {
    const { code, stdout, stderr } = await writeTypes();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`✔ written          ${FILE}   ${slug} (revision ${await revision()})`);
    const text = await file();
    expect(text).toContain(
      `export interface Listings {
  /** Text insights, revision 2 */
  '${slug}': { input: ${/input: (\w+)/.exec(text)?.[1]}; output: unknown };
}`,
    );
    expect(text).toContain(`export const revisions = {\n  '${slug}': 2,\n} as const;`);
    expect(text).toContain('  /**\n   * The text to count.\n   */\n  text: string;\n}');
  });

  it('prints to stdout without a file, and with --json the code in a record', async () => {
    const { code, stdout } = await types([slug]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('export interface Listings {');
    const { stdout: json } = await types([slug, '--json']);
    expect(JSON.parse(json)).toEqual({ listings: [{ slug, revision: 2 }], code: stdout });
    expect(await readdir(cwd)).toEqual([]);
  });

  test('takes an id, and names each listing once', async () => {
    const { stdout } = await types([id, slug]);
    expect(stdout.match(/revision 2/g)).toHaveLength(1);
  });

  test('updates the listings of the file when none is named, and leaves an equal file alone', async () => {
    await writeTypes();
    const before = await stat(join(cwd, FILE));
    expect(await types(['-o', FILE])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('✔ unchanged'),
    });
    expect((await stat(join(cwd, FILE))).ino).toBe(before.ino);
    await changeInput();
    expect(await types(['-o', FILE])).toMatchObject({ code: 0 });
    expect(await file()).toContain(`'${slug}': 3,`);
    expect(await readdir(cwd)).toEqual([FILE]);
  });

  test('adds to the interface of every client with --augment, also when the file is updated', async () => {
    await types([slug, '-o', FILE, '--augment']);
    const text = await file();
    expect(text).toContain("declare module '@mkt/client' {\n  interface Listings {\n");
    await raisePrice();
    await types(['-o', FILE]);
    expect(await file()).toBe(
      text
        .replaceAll('revision 2', 'revision 3')
        .replaceAll("': 2,", "': 3,")
        .replaceAll('"revision":2', '"revision":3'),
    );
  });

  test('writes declarations without values for a file that ends in .d.ts', async () => {
    await types([slug, '-o', 'listings.d.ts']);
    const text = await readFile(join(cwd, 'listings.d.ts'), 'utf8');
    expect(text).toContain('export interface Listings');
    expect(text).not.toContain('const');
  });

  test('works for a paused listing', async () => {
    await client.listings.pause(id);
    expect(await types([slug])).toMatchObject({ code: 0 });
    const buyer = await market.createAccount();
    const env = { ...market.env, MKT_API_KEY: buyer.apiKey };
    expect(await types([slug], { env })).toMatchObject({ code: 0 });
  });
});

describe('mkt types refuses', () => {
  it('a listing that does not exist, and suggests one that does', async () => {
    const { code, stderr } = await types([slug.replace('insights', 'insigths'), '-o', FILE]);
    expect(code).toBe(5);
    expect(stderr).toContain('✖ Listing not found: text-insigths');
    expect(stderr).toContain(`Did you mean ${slug}?`);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('to replace a file that it did not write, unless it is told to', async () => {
    await writeFile(join(cwd, FILE), 'export const mine = 1;\n');
    const { code, stderr } = await writeTypes();
    expect(code).toBe(2);
    expect(stderr).toContain('--yes');
    expect(await file()).toBe('export const mine = 1;\n');
    expect(await types([slug, '-o', FILE, '--yes'])).toMatchObject({ code: 0 });
    expect(await file()).toContain('export interface Listings');
  });

  it.each([
    ['no listing and no file', [], 'Neither a listing nor a file is named.'],
    ['a check without a file', ['text', '--check'], 'There is no file to compare with.'],
    ['a file that does not exist', ['-o', 'none.ts'], 'none.ts does not exist.'],
    ['a watch', ['-o', FILE, '--watch'], "Unknown option '--watch'"],
  ])('%s', async (_, argv, message) => {
    const { code, stderr } = await types(argv);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('to update or check a file that it did not write', async () => {
    await writeFile(
      join(cwd, FILE),
      '// mkt-types {"version":1,"listings":{"a":{"revision":"x"}}}\n',
    );
    for (const argv of [
      ['-o', FILE],
      ['-o', FILE, '--check'],
    ]) {
      const { code, stderr } = await types(argv);
      expect(code).toBe(2);
      expect(stderr).toContain(`${FILE} was not written by mkt types.`);
    }
  });
});

describe('mkt types --check', () => {
  it('exits 0 while the contracts are those of the file', async () => {
    await writeTypes();
    const { code, stdout, stderr } = await types(['-o', FILE, '--check']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`✔ up to date       ${FILE}`);
  });

  it('exits 3 and names the listing, the revisions and what has changed', async () => {
    await writeTypes();
    const text = await file();
    await changeInput();
    const { code, stdout, stderr } = await types(['-o', FILE, '--check']);
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: `${slug}   revision 2 → 3: input changed\n`,
    });
    expect(stderr).toContain(`Update it: mkt types -o ${FILE}`);
    expect(await file()).toBe(text);
    const { stdout: json } = await types(['-o', FILE, '--check', '--json']);
    expect(JSON.parse(json)).toEqual({
      upToDate: false,
      changes: [{ slug, from: 2, to: 3, input: true, output: false }],
      missing: [],
    });
  });

  test('tells a change of the output, and one of the price alone', async () => {
    await writeTypes();
    await raisePrice();
    const check = () => types(['-o', FILE, '--check']);
    expect(await check()).toMatchObject({
      code: 3,
      stdout: `${slug}   revision 2 → 3: price or call changed\n`,
    });
    await client.listings.update(id, { runContract: { outputSchema: { type: 'object' } } });
    expect((await check()).stdout).toBe(`${slug}   revision 2 → 4: output changed\n`);
  });

  test('exits 3 for a named listing that is not in the file', async () => {
    await writeTypes();
    const other = await client.listings.importFromService(seller.url, { slug: 'other-text' });
    await market.reviewsIdle();
    const { code, stdout, stderr } = await types(['other-text', '-o', FILE, '--check']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: `other-text   not in ${FILE}\n` });
    expect(stderr).toContain(`mkt types ${slug} other-text -o ${FILE}`);
    await client.listings.archive(other.id);
  });
});
