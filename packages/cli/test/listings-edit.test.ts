import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@mkt/client';
import type { Listing } from '@mkt/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let client: Client;
let seller: TextSeller;
let cwd: string;
let id: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-listings-edit-'));
  ({ id } = await client.listings.importFromService(seller.url));
  await market.reviewsIdle();
});
afterEach(async () => {
  await client.listings.archive(id);
  await rm(cwd, { recursive: true });
});

const edit = (argv: string[] = [], options: RunOptions = {}) =>
  runMkt(['listings', 'edit', id, ...argv], { env: market.env, cwd, ...options });
const listing = () => client.listings.get(id);

/** An editor that runs this code, in which `read()` and `write(text)` access the file. */
async function editor(code: string): Promise<RunOptions> {
  const path = join(cwd, 'editor.mjs');
  await writeFile(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs';
     const file = process.argv.at(-1);
     const read = () => JSON.parse(readFileSync(file, 'utf8'));
     const write = (text) => writeFileSync(file, text);
     ${code}`,
  );
  const EDITOR = `'${process.execPath}' '${path}' --wait`;
  return { env: { ...market.env, EDITOR, TERM: 'dumb' }, isTerminal: true };
}

/** Answers the questions in turn, each when it is shown. */
function answers(...given: [question: string, keys: string][]): Pick<RunOptions, 'onStderr'> {
  const left = [...given];
  let read = 0;
  return {
    onStderr: (text, type) => {
      const [next] = left;
      if (!next || !text.slice(read).includes(next[0])) return;
      read = text.length;
      left.shift();
      type(next[1]);
    },
  };
}

const keptFile = (stderr: string) => / --file (\S+)/.exec(stderr)?.[1] ?? '';

describe('mkt listings edit with options', () => {
  it('changes single fields, and shows what that means for buyers', async () => {
    const { code, stderr } = await edit([
      '--title=Words',
      '--tags=text, count',
      '--description=',
      '--category=ai',
      '--price=0.03',
      '--yes',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('~ title         "Text insights" → "Words"');
    expect(stderr).toContain('~ price         USD 0.02 per call → USD 0.03 per call');
    expect(stderr).toMatch(/breaking .*price/i);
    expect(await listing()).toMatchObject({
      title: 'Words',
      description: null,
      category: 'ai',
      tags: ['text', 'count'],
      price: { amount: 0.03, currency: 'USD', unit: 'call' },
    });
  });

  it('keeps the currency of an amount alone', async () => {
    await edit(['--price', '5 EUR', '--yes']);
    await edit(['--price', '4', '--yes']);
    expect((await listing()).price).toEqual({ amount: 4, currency: 'EUR', unit: 'call' });
  });

  it('prints the verdict and the listing with --json', async () => {
    const { code, stdout, stderr } = await edit(['--price', '0.01', '--yes', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ changed: true, verdict: 'safe', listing: { id } });
    const again = await edit(['--price', '0.01', '--yes', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ changed: false });
  });

  it('changes nothing without a confirmation', async () => {
    const { code, stderr } = await edit(['--title', 'Words']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes is required')]);
    expect((await listing()).title).toBe('Text insights');
  });
});

describe('mkt listings edit with --file', () => {
  it('changes what the file has, leaves the rest, and removes what is null', async () => {
    await writeFile(
      join(cwd, 'change.json'),
      '{"category":null,"runContract":{"outputSchema":null}}',
    );
    const before = await listing();
    const { code, stderr } = await edit(['--file', 'change.json', '--yes']);
    expect(code).toBe(0);
    expect(stderr).toContain('~ outputSchema');
    const after = await listing();
    expect(after.category).toBeNull();
    expect(after.runContract.outputSchema).toBeUndefined();
    expect(after.runContract.inputSchema).toEqual(before.runContract.inputSchema);
  });

  it('says that a stricter input breaks buyers', async () => {
    const inputSchema = { type: 'object', required: ['text', 'language'] };
    const { stdout } = await edit(['--file', '-', '--yes', '--json'], {
      stdin: JSON.stringify({ runContract: { inputSchema } }),
    });
    const { verdict, findings } = JSON.parse(stdout) as {
      verdict: string;
      findings: { message: string }[];
    };
    expect(verdict).toBe('breaking');
    expect(findings.length).toBeGreaterThan(0);
  });

  it('accepts a record that mkt listings show --json printed', async () => {
    const { stdout } = await runMkt(['listings', 'show', id, '--json'], { env: market.env });
    const record = JSON.parse(stdout) as Listing;
    const { code } = await edit(['--file', '-', '--yes'], {
      stdin: JSON.stringify({ ...record, title: 'Copied' }),
    });
    expect(code).toBe(0);
    expect((await listing()).title).toBe('Copied');
  });

  it.each([
    ['{', 'stdin '],
    ['[]', 'stdin cannot be the content of a listing'],
    ['{"titel":"x"}', '/titel   is not a known field'],
    ['{"title":3}', '/title   must be string'],
    ['{"listingState":"paused"}', 'does not change the state'],
  ])('refuses %s', async (stdin, message) => {
    const { code, stderr } = await edit(['--file', '-', '--yes'], { stdin });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('refuses --file beside single fields', async () => {
    const { code, stderr } = await edit(['--file', 'x.json', '--title', 'Words']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('not both')]);
  });
});

describe('mkt listings edit in an editor', () => {
  it('changes what was edited, and removes what was deleted', async () => {
    const options = await editor(`
      const listing = read();
      delete listing.description;
      write(JSON.stringify({ ...listing, title: 'Edited' }));`);
    const { code, stderr } = await edit([], { ...options, ...answers(['Change', 'y\r']) });
    expect([code, stderr]).toEqual([0, expect.stringContaining('"Edited"')]);
    expect(await listing()).toMatchObject({ title: 'Edited', description: null });
  });

  it('opens the editor again after a mistake', async () => {
    const options = await editor(`
      const text = readFileSync(file, 'utf8');
      if (text.startsWith('oops')) write('{"title":"Second try"}');
      else write('oops');`);
    const { code } = await edit([], {
      ...options,
      ...answers(['Edit it again?', 'y\r'], ['Change', 'y\r']),
    });
    expect(code).toBe(0);
    expect((await listing()).title).toBe('Second try');
  });

  it('keeps the file when the marketplace refuses the change, ready to be sent again', async () => {
    const options = await editor(`
      const listing = read();
      delete listing.category;
      const endpointPath = listing.runContract.endpointPath.replace('/run', '/nowhere');
      write(JSON.stringify({ ...listing, runContract: { ...listing.runContract, endpointPath } }));`);
    const { code, stderr } = await edit(['--yes'], options);
    expect(code).toBe(3);
    expect(stderr).toContain('reachability');
    const file = keptFile(stderr);
    const kept = JSON.parse(await readFile(file, 'utf8'));
    expect(kept.category).toBeNull();
    expect(kept.runContract.endpointPath).toContain('/nowhere');
    await rm(file);
  });

  it('refuses to overwrite a version that was changed elsewhere, and keeps the file', async () => {
    const options = await editor(`write(JSON.stringify({ ...read(), title: 'Mine' }));`);
    const { code, stderr } = await edit([], {
      ...options,
      onStderr: (text, type) => {
        if (!text.includes('Change') || text.includes('in the meantime')) return;
        void client.listings.update(id, { title: 'Theirs' }).then(() => type('y\r'));
      },
    });
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining('changed elsewhere in the meantime (title'),
    ]);
    expect((await listing()).title).toBe('Theirs');
    await rm(keptFile(stderr));
  });

  it('keeps the file when the editor fails', async () => {
    const { code, stderr } = await edit([], await editor('process.exit(3);'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('The editor ended with 3')]);
    await rm(keptFile(stderr));
  });

  it('never opens without a terminal', async () => {
    const { env = {} } = await editor(`write('{}');`);
    const { code, stderr } = await edit([], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('pass --file')]);
  });
});
