import type { KeyBudgetInput } from '@mkt/client';
import { DEFAULT_CURRENCY, isKeyScope, SCOPES, type KeyScope } from '@mkt/protocol';
import { InvalidArgumentError } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import { addBudgetOptions, budgetOf, type BudgetOptions } from '../cli/key-options.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { scopeNames, scopesOf } from '../cli/scopes-option.ts';
import type { CommandFactory } from '../cli/session.ts';

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
