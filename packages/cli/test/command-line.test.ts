import { describe, expect, it } from 'vitest';
import { COMMANDS, NOUNS } from '../src/cli/command-table.ts';
import { verbsOf } from '../src/cli/help.ts';
import { route } from '../src/cli/route.ts';
import { runMkt } from './run-mkt.ts';

describe('mkt --help', () => {
  it('lists every command, and every noun with its verbs', async () => {
    const { code, stdout, stderr } = await runMkt(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const { name } of COMMANDS.filter((entry) => !entry.name.includes(' '))) {
      expect(stdout).toContain(`\n  ${name}`);
    }
    const unwrapped = stdout.replaceAll(/\n {4,}/g, ' ');
    for (const noun of Object.keys(NOUNS)) expect(unwrapped).toContain(verbsOf(noun).join(', '));
  });

  it('leads buyers from search to listings show to run, and sellers to orders replay', async () => {
    const { stdout } = await runMkt(['--help']);
    const [, sell = '', buy = ''] = stdout.split(/\n(?:Sell|Buy|Account)\n/);
    expect(buy).toMatch(/^ {2}search .*\n {2}listings show .*\n {2}run /);
    expect(sell).toMatch(/^ {2}orders replay /m);
    expect(sell).not.toMatch(/^ {2}listings show/m);
  });

  it('fits a terminal of 100 columns', async () => {
    const { stdout } = await runMkt(['--help']);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it.each([[[]], [['help']], [['-h']], [['--json', '--help']]])(
    'is what mkt %j prints',
    async (argv) => {
      expect(await runMkt(argv)).toEqual(await runMkt(['--help']));
    },
  );
});

describe('the help of a command', () => {
  const own = COMMANDS.filter(({ kind }) => kind === 'own').map(({ name }) => name);

  it.each(own)(
    'mkt %s --help has its usage and examples, and the global options last',
    async (name) => {
      const { code, stdout, stderr } = await runMkt([...name.split(' '), '--help']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Usage: mkt ${name}`);
      expect(stdout.split('Examples:\n')[1]).toMatch(new RegExp(`mkt ${name}\\b`));
      const [, global = ''] = stdout.split('\nGlobal options:\n');
      expect(global).toMatch(/^ {2}--json .*\n[^]*--no-input[^]*--help/);
      expect(global).not.toContain('\nOptions:');
    },
  );

  it('mkt help orders list prints mkt orders list --help', async () => {
    expect(await runMkt(['help', 'orders', 'list'])).toEqual(
      await runMkt(['orders', 'list', '--help']),
    );
  });

  it('mkt orders --help lists the verbs of the noun', async () => {
    const { code, stdout } = await runMkt(['orders', '--help']);
    expect(code).toBe(0);
    for (const verb of ['list', 'show', 'wait']) expect(stdout).toContain(`orders ${verb}`);
  });

  it('mkt import is an alias of mkt publish', async () => {
    const { stdout } = await runMkt(['import', '--help']);
    expect(stdout).toContain('Usage: mkt publish');
  });
});

describe('a wrong command line', () => {
  it.each([
    [['pubish'], "Unknown command 'pubish'.", 'Did you mean mkt publish?'],
    [['orders', 'lst'], "Unknown command 'orders lst'.", 'Did you mean mkt orders list?'],
    [['order'], "Unknown command 'order'.", 'Did you mean mkt orders?'],
    [['replay', 'x'], "Unknown command 'replay'.", 'Did you mean mkt orders replay?'],
    [['pull'], "Unknown command 'pull'.", 'Did you mean mkt secrets pull?'],
    [['cancel'], "Unknown command 'cancel'.", 'Did you mean mkt orders cancel?'],
    [['test', '--yes'], "Unknown command 'test'.", 'Did you mean mkt webhooks test?'],
    [
      ['update'],
      "Unknown command 'update'.",
      'Did you mean mkt webhooks update or mkt keys update?',
    ],
    [['zzz'], "Unknown command 'zzz'.", 'See all commands: mkt --help'],
    [['orders', 'zzz'], "Unknown command 'orders zzz'.", 'See all commands: mkt orders --help'],
    [['--versoin'], "Unknown option '--versoin'.", 'Did you mean mkt --version?'],
    [
      ['orders'],
      'mkt orders needs a command: list, show, wait, cancel, replay.',
      'mkt orders --help',
    ],
    [['search', '--maxprice', '1'], "Unknown option '--maxprice'.", 'Did you mean --max-price?'],
    [
      ['search', '--limit', '0'],
      'It must be a whole number from 1 to 100.',
      'See its options: mkt search --help',
    ],
    [['run', 'a', '--total-limit', '0,05'], 'at most 6 decimals. Did you mean 0.05?\n', ''],
    [['search', '--max-price', 'free'], 'For a price of nothing, use 0.', ''],
    [['validate', '--service-url', 'a.example:1'], 'Did you mean https://a.example:1?\n', ''],
    [['search', '--health', 'good'], 'Allowed choices are healthy', ''],
    [['orders', 'show', 'a', 'b'], 'too many arguments', ''],
    [
      ['publish', '--service-url', 'api.example.com'],
      'Did you mean https://api.example.com?\n',
      'See its options: mkt publish --help',
    ],
  ])('mkt %j exits with 2 and says what to do', async (argv, says, next) => {
    const { code, stdout, stderr } = await runMkt(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.toLowerCase()).toContain(says.toLowerCase());
    expect(stderr).toContain(next);
  });

  it('names a missing argument', async () => {
    const { code, stderr } = await runMkt(['run']);
    expect(code).toBe(2);
    expect(stderr).toContain("Missing required argument 'listing'.");
  });

  it('is one line of JSON on stderr with --json', async () => {
    const { code, stdout, stderr } = await runMkt(['--json', 'pubish']);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toEqual({
      error: "Unknown command 'pubish'.",
      type: 'invalid_usage',
      next: 'Did you mean mkt publish?',
      exitCode: 2,
    });
  });
});

it.each(['providers', 'providers list', 'provider show x'])(
  'does not know mkt %s, as a listing is the only name of what is sold',
  async (line) => {
    const { code, stderr } = await runMkt(line.split(' '));
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^✖ Unknown command 'providers?'\.$/m),
    ]);
  },
);

it('accepts global options before the command, and does not read their values as commands', async () => {
  const { stdout } = await runMkt(['--market', 'orders', '--json', 'keys', 'list', '--help']);
  expect(stdout).toContain('Usage: mkt keys list');
});

it.each([
  ['sales', 'sales'],
  ['sales list', 'sales list'],
  ['--market live sales --json list', 'sales list'],
  ['sales --market live list', 'sales list'],
  ['sales --listing list', 'sales'],
  ['sales --by day --listing show', 'sales'],
])('mkt %s is the command %s', (line, name) => {
  expect(route(line.split(' '))).toMatchObject({ kind: 'command', entry: { name } });
});
