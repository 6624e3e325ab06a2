import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.ts';
import { table } from '../src/show/table.ts';
import { styleOf } from '../src/terminal/style.ts';
import { API_KEY, fakeMarketplace } from './fake-marketplace.ts';
import { catalogueListing, ownListing, page } from './records.ts';
import { runMkt } from './run-mkt.ts';

const COLUMNS = 60;
const listing = {
  ...catalogueListing,
  slug: 'text-insights-for-everyone',
  title: 'Words, sentences and readability of a text in any of twenty languages',
};

/** The output on a terminal of this width, as lines without colours. */
async function linesOf(argv: string[], columns: number, body: unknown = {}) {
  await using market = await fakeMarketplace(() => ({ body }));
  const { stdout } = await runMkt(argv, { env: market.env, isTerminal: true, columns });
  return stripVTControlCharacters(stdout).trimEnd().split('\n');
}

describe('a terminal of 60 columns', () => {
  const commands = COMMANDS.filter(({ kind }) => kind === 'own').map(({ name }) => name);

  it.each(['', 'listings', ...commands])('has room for mkt %s --help', async (name) => {
    const lines = await linesOf([...name.split(' '), '--help'].filter(Boolean), COLUMNS);
    // An example is one command line: it is not broken, so that it can be copied.
    const help = lines.filter((line) => !/^ {2}mkt /.test(line) && !line.startsWith('Usage: '));
    expect(help.filter((line) => line.length > COLUMNS)).toEqual([]);
  });

  it('wraps the columns of a table, but never the first', async () => {
    const lines = await linesOf(['search'], COLUMNS, page(listing));
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
    expect(lines.join('\n')).toContain('text-insights-for-everyone');
  });

  it.each([110, 130, 200])('keeps the headings whole in colour, at %i columns', async (columns) => {
    await using market = await fakeMarketplace(() => ({ body: page(listing) }));
    const env = { ...market.env, FORCE_COLOR: '1' };
    const { stdout } = await runMkt(['search'], { env, isTerminal: true, columns });
    const [headings = ''] = stdout.split('\n');
    // oxlint-disable-next-line no-control-regex
    expect(headings).toMatch(/^\u001b\[2mlisting +title .*\u001b\[22m$/);
  });

  it('shows the records one below the other when a table does not fit at all', async () => {
    const lines = await linesOf(['search'], 40, page(listing));
    expect(lines[0]).toBe('listing   text-insights-for-everyone');
    expect(lines[1]).toMatch(/^title {5}Words, /);
  });
});

describe('the history of a listing', () => {
  const entry = {
    revision: 9,
    at: '2026-11-23T14:49:04.000Z',
    actor: { kind: 'key', name: 'laptop' },
    changes: [{ path: '/runContract/inputSchema', from: {}, to: {} }],
    verdict: 'breaking',
    findings: [1, 2, 3].map((at) => ({
      path: '/runContract/inputSchema',
      severity: 'breaking',
      message: `"maxLength" of "member${at}" was added: 100.`,
    })),
  };

  it.each([60, 80])(
    'has a record for each entry at %i columns, whose words are whole',
    async (columns) => {
      const lines = await linesOf(['listings', 'history', 'x'], columns, page(entry));
      expect(lines[0]).toBe('revision    9');
      expect(lines.filter((line) => line.length > columns)).toEqual([]);
      const text = lines.join(' ').replaceAll(/\s+/g, ' ');
      for (const { message } of entry.findings) expect(text).toContain(message);
    },
  );

  it('breaks the cells of a table at words too', async () => {
    const short = { ...entry, findings: entry.findings.slice(0, 1) };
    const lines = await linesOf(['listings', 'history', 'x'], 80, page(short));
    expect(lines[0]).toMatch(/^revision +changed +by +fields +for buyers$/);
    const cells = lines.slice(1).map((line) => line.slice(lines[0]?.indexOf('for buyers')).trim());
    expect(cells.join(' ').trim()).toBe(
      'breaking: input: "maxLength" of "member1" was added: 100.',
    );
    expect(cells.filter((cell) => cell !== '').length).toBeGreaterThan(1);
  });
});

it('columns are aligned beside characters of two columns, and broken within a long word', () => {
  const unstyled = { ...styleOf(new PassThrough(), {}, false), columns: 24 };
  const rows = [
    ['a', '￥5'],
    ['ｱ', 'abcdefghijklmnopqrstuvwxyz'],
  ];
  expect(
    table(
      ['id', '名前', 'end'],
      rows.map((row) => [...row, 'x']),
      unstyled,
    ).split('\n'),
  ).toEqual([
    'id  名前             end',
    'a   ￥5              x',
    'ｱ   abcdefghijklmno  x',
    '    pqrstuvwxyz',
  ]);
});

it('a pipe gets the whole table, however wide', async () => {
  await using market = await fakeMarketplace(() => ({ body: page(listing) }));
  const { stdout } = await runMkt(['search'], { env: market.env });
  expect(stdout.split('\n')[1]?.length).toBeGreaterThan(100);
});

it('mkt listings show does not print a whole image', async () => {
  const svg = `<svg>${'<path d="M0 0"/>'.repeat(500)}</svg>`;
  const body = {
    ...ownListing,
    runContract: { ...ownListing.runContract, responseExampleJson: JSON.stringify({ svg }) },
  };
  await using market = await fakeMarketplace(() => ({ body }));
  const shown = await runMkt(['listings', 'show', 'qr-code'], { env: market.env });
  expect(shown.stdout.length).toBeLessThan(1_200);
  expect(shown.stdout).toMatch(/… \(\d+ characters; all of them: --json\)/);
  const whole = await runMkt(['listings', 'show', 'qr-code', '--json'], { env: market.env });
  expect(whole.stdout).toContain('</svg>');
});

it('an address that is not a marketplace is named', async () => {
  await using service = await fakeMarketplace(() => ({
    status: 404,
    body: { error: 'Not found' },
  }));
  const env = { MKT_BASE_URL: service.url, MKT_API_KEY: API_KEY };
  const { code, stderr } = await runMkt(['whoami'], { env });
  expect(code).toBe(7);
  expect(stderr).toContain(`${service.url} is not a marketplace: it responded with 404`);
  expect(stderr).toContain('--service-url');
  expect(stderr).not.toContain('unknown');
});
