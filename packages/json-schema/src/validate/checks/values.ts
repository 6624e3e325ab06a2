import { InexactNumber } from '@mkt/protocol';
import { isInteger } from '../decimal.ts';
import { memberTest } from '../json-equality.ts';
import type { PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || value instanceof InexactNumber,
  integer: (value) =>
    typeof value === 'number' ? Number.isInteger(value) : isInexactInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof InexactNumber),
};

const isInexactInteger = (value: unknown) => value instanceof InexactNumber && isInteger(value);

/** Checks for `type`, `enum` and `const`, which apply to every kind of value. */
export function valueChecks(node: PlannedSchema, run: Run): Check[] {
  const checks: Check[] = [];
  if (node.type) checks.push(typeCheck(node.type));
  if (node.const) {
    const { value, text } = node.const;
    checks.push(memberCheck([value], run, 'const', `must be ${text}`));
  }
  if (node.enum) {
    const { values, text } = node.enum;
    checks.push(memberCheck(values, run, 'enum', `must be one of ${text}`));
  }
  return checks;
}

function typeCheck(types: readonly string[]): Check {
  const message = `must be ${types.join(' or ')}`;
  const fail = (run: Run) => run.fail('type', message, { types });
  const tests = types.flatMap((name) => (Object.hasOwn(TYPES, name) ? (TYPES[name] ?? []) : []));
  const [only] = tests;
  if (tests.length === 1 && only) return (value, run) => only(value) || fail(run);
  return (value, run) => tests.some((test) => test(value)) || fail(run);
}

function memberCheck(
  values: readonly unknown[],
  run: Run,
  keyword: string,
  message: string,
): Check {
  const isMember = memberTest(values, run);
  return (value, run) => isMember(value, run) || run.fail(keyword, message);
}
