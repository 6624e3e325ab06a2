import { addBudgetOptions, budgetOf, type BudgetOptions } from '../cli/key-options.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeBudget } from '../show/budget.ts';

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
