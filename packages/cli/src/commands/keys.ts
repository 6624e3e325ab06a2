import type { KeyBudgetInput } from '@mkt/client';
import { type ApiKey, DEFAULT_CURRENCY, isKeyScope, type KeyScope, SCOPES } from '@mkt/protocol';
import { InvalidArgumentError } from 'commander';
import {
  addBudgetOptions,
  budgetOf,
  type BudgetOptions,
  scopeNames,
  scopesOf,
} from '../cli/key-options.ts';
import { listCommand } from '../cli/list-command.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { type Ask, confirm } from '../input/ask.ts';
import { describeBudget } from '../show/budget.ts';
import { formatTime } from '../show/price.ts';
import { truncate } from '../terminal/text.ts';

interface KeysCreateOptions extends GlobalOptions, BudgetOptions {
  name?: string;
  scopes?: KeyScope[];
  /** RFC 3339. */
  expiresAt?: string;
}

export const keysCreate: CommandFactory = (open) =>
  addBudgetOptions(
    newCommand({
      description:
        'A key can only have scopes that the creating key holds. It expires no later than that key, and is revoked with it. Its spending also counts against the budget of that key.',
      examples: [
        ['mkt keys create --name ci --scopes order:create,order:read', 'for an automated buyer'],
        [
          "mkt keys create --name laptop --scopes '*' --expires-at 2027-06-30",
          'every scope, until that date',
        ],
        [
          'mkt keys create --name agent --scopes order:create,order:read_own --budget 5 --per day --max-price 0.05 --listings weather,qr-code',
          'for an agent with a budget',
        ],
      ],
    })
      .option('--name <name>', 'name of the key')
      .option(
        '--scopes <scopes>',
        `'*', or a comma-separated list of ${SCOPES.join(', ')}`,
        scopesOf,
      )
      .option('--expires-at <time>', 'expiry: a date or an RFC 3339 time (default: never)', timeOf),
  ).action(async (options: KeysCreateOptions) => {
    const { client, output, ask, shell } = open(options);
    if (options.scopes === undefined && !ask.isPossible) throw noScopes();
    const name = options.name ?? (await ask.text({ message: 'Name of the key', flag: '--name' }));
    const scopes = options.scopes ?? (await askScopes(ask));
    const { apiKeys } = await client();
    const key = await apiKeys.create(
      { name, scopes, expiresAt: options.expiresAt ?? null, budget: newBudget(options) },
      { signal: shell.signal },
    );
    output.result(key, ({ key: secret }) => secret);
    output.line('This key is shown only once: store it safely now.');
  });

const noScopes = () =>
  new CliError(
    'missing_value',
    `--scopes is required: '*', or a comma-separated list of ${SCOPES.join(', ')}.`,
    { next: 'To buy: mkt keys create --name ci --scopes order:create,order:read' },
  );

/** Amounts are in US dollars unless the options say otherwise. */
function newBudget(options: BudgetOptions): KeyBudgetInput | null {
  const budget = budgetOf(options);
  if (!budget) return null;
  const hasAmount = typeof budget.limit === 'number' || typeof budget.maxPrice === 'number';
  return hasAmount ? { currency: DEFAULT_CURRENCY, ...budget } : budget;
}

const askScopes = async (ask: Ask) =>
  scopesOf(
    await ask.text({
      message: 'Scopes, separated by commas, or * for all',
      flag: '--scopes',
      default: 'order:create,order:read',
      check: (answer) =>
        scopeNames(answer).every(isKeyScope) ||
        `Use * or any of these scopes: ${SCOPES.join(', ')}`,
    }),
  );

function timeOf(text: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError(
    'It must be a date or time, such as 2027-06-30 or 2027-06-30T12:00:00Z.',
  );
}

export const keysList: CommandFactory = (open) =>
  listCommand<ApiKey>(open, {
    examples: [['mkt keys list --json', 'as JSON, with all scopes']],
    load: ({ apiKeys }, query, options) => apiKeys.list(query, options),
    headings: ['id', 'name', 'key', 'last used', 'expires', 'origin', 'budget', 'scopes'],
    row: (key) => [
      key.id,
      truncate(key.name, 30),
      `${key.prefix}…${key.lastFour}`,
      formatTime(key.lastUsedAt) ?? 'never',
      formatTime(key.expiresAt) ?? 'never',
      key.origin,
      describeBudget(key),
      truncate(key.scopes.join(','), 60),
    ],
    empty: 'You have no API keys. Create one: mkt keys create',
  });

interface KeysUpdateOptions extends GlobalOptions, Omit<BudgetOptions, 'budget'> {
  name?: string;
  /** False with --no-budget. */
  budget?: number | '' | false;
}

function budgetChange({ budget, ...rules }: KeysUpdateOptions) {
  if (budget === false) {
    if (budgetOf(rules) === undefined) return null;
    throw new CliError('invalid_usage', 'Pass --no-budget or rules of a budget, not both.');
  }
  return budgetOf({ ...rules, ...(budget === undefined ? {} : { budget }) });
}

export const keysUpdate: CommandFactory = (open) =>
  addBudgetOptions(
    newCommand({
      description:
        "Changes only what you name; an empty value, as in --max-price '', removes a rule. What the key has already spent still counts. A key cannot change its own budget.",
      examples: [
        ['mkt keys update 0190c1f2-7a00-7000-8000-000000000001 --budget 10', 'a higher limit'],
        ['mkt keys update 0190c1f2-7a00-7000-8000-000000000001 --no-budget', 'no limits'],
      ],
    })
      .argument('<key>', 'id of the key (see mkt keys list)')
      .option('--name <name>', 'a new name'),
  )
    .option('--no-budget', 'remove the budget with all its rules')
    .action(async (id: string, options: KeysUpdateOptions) => {
      const { client, output, shell } = open(options);
      const { name } = options;
      const budget = budgetChange(options);
      if (name === undefined && budget === undefined) {
        throw new CliError('invalid_usage', 'Nothing to change: give at least one option.', {
          next: 'See the options: mkt keys update --help',
        });
      }
      const { apiKeys } = await client();
      const key = await apiKeys.update(id, { name, budget }, { signal: shell.signal });
      output.result(key, (shown) => `${shown.name}   budget: ${describeBudget(shown)}`);
    });

interface KeysRevokeOptions extends GlobalOptions {
  yes?: boolean;
}

export const keysRevoke: CommandFactory = (open) =>
  newCommand({
    examples: [
      ['mkt keys revoke 0190c1f2-7a00-7000-8000-000000000001 --yes', 'without confirmation'],
    ],
  })
    .argument('<key>', 'id of the key (see mkt keys list)')
    .option('-y, --yes', 'revoke without confirmation')
    .action(async (id: string, options: KeysRevokeOptions) => {
      const session = open(options);
      await confirm(session, `Revoke API key ${id}?`, options.yes);
      const { apiKeys } = await session.client();
      await apiKeys.delete(id, { signal: session.shell.signal });
      session.output.result({ revoked: id }, () => '');
      session.output.done('revoked', id);
    });
