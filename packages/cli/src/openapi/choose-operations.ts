import { closestName } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import type { Operation, Skipped } from './list-operations.ts';

export const cannotBeSold = (id: string, reason: string): CliError =>
  new CliError('invalid_usage', `${id} cannot be sold: ${reason}.`);

/** With `--yes` every operation is taken, up to this many. */
const MAX_WITHOUT_CHOICE = 20;
const MAX_NAMED = 8;

/** The operations that the user sells: those named by `--operations`, or chosen on the terminal. */
export async function chooseOperations(
  { operations, skipped }: { operations: readonly Operation[]; skipped: readonly Skipped[] },
  { given, ask, isAsking }: { given: string | undefined; ask: Ask; isAsking: boolean },
): Promise<Operation[]> {
  if (given !== undefined) return namedOperations(operations, skipped, given);
  if (isAsking) {
    const chosen = await ask.choices({
      message: 'Operations to sell, each as a listing',
      flag: '--operations',
      choices: operations.map(({ id, method, path }) => ({
        value: id,
        name: `${id}  ${method} ${path}`.slice(0, 100),
        short: id,
      })),
    });
    return operations.filter(({ id }) => chosen.includes(id));
  }
  if (operations.length <= MAX_WITHOUT_CHOICE) return [...operations];
  const names = operations.slice(0, MAX_NAMED).map(({ id }) => id);
  throw new CliError(
    'missing_value',
    `--operations is required, because the document has ${operations.length} operations.`,
    { next: `Name some, as in: --operations ${names.slice(0, 2).join(',')}` },
  );
}

function namedOperations(
  operations: readonly Operation[],
  skipped: readonly Skipped[],
  given: string,
): Operation[] {
  const wanted = [...new Set(given.split(',').map((each) => each.trim()))].filter(Boolean);
  if (wanted.length === 0) throw new CliError('invalid_usage', '--operations names none.');
  return wanted.map((name) => {
    const found = operations.find(
      ({ id, node }) => id === name.toLowerCase() || node['operationId'] === name,
    );
    if (found) return found;
    const unusable = skipped.find(({ id }) => id === name);
    if (unusable) throw cannotBeSold(name, unusable.reason);
    const names = operations.map(({ id }) => id);
    const closest = closestName(name, names);
    throw new CliError('invalid_usage', `The document has no operation '${name}'.`, {
      next: closest
        ? `Did you mean ${closest}?`
        : `Operations: ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`,
    });
  });
}
