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
    const { value: allowedValue } = node.const;
    checks.push(memberCheck([allowedValue], run, (run) => run.fail('const', '', { allowedValue })));
  }
  if (node.enum) {
    const allowedValues = node.enum;
    checks.push(memberCheck(allowedValues, run, (run) => run.fail('enum', '', { allowedValues })));
  }
  return checks;
}

function typeCheck(names: readonly string[]): Check {
  const type = names.join(',');
  const fail = (run: Run) => run.fail('type', '', { type });
  const tests = names.flatMap((name) => (Object.hasOwn(TYPES, name) ? (TYPES[name] ?? []) : []));
  const [only] = tests;
  if (tests.length === 1 && only) return (value, run) => only(value) || fail(run);
  return (value, run) => tests.some((test) => test(value)) || fail(run);
}

function memberCheck(values: readonly unknown[], run: Run, fail: (run: Run) => false): Check {
  const isMember = memberTest(values, run);
  return (value, run) => isMember(value, run) || fail(run);
}
