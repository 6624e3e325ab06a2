import { compareNumbers, isMultipleOf } from '../decimal.ts';
import type { Numeric, PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';

/** Units per exact comparison: a thousand digits take some microseconds. */
const INEXACT = 100;
const MULTIPLE = 20;

const BOUNDS = {
  minimum: { sign: '>=', fits: (order: number) => order >= 0 },
  maximum: { sign: '<=', fits: (order: number) => order <= 0 },
  exclusiveMinimum: { sign: '>', fits: (order: number) => order > 0 },
  exclusiveMaximum: { sign: '<', fits: (order: number) => order < 0 },
} as const;

/** Checks for bounds and `multipleOf`, which compare decimal values as written (docs/reference/protocol.md#numbers). */
export function numberChecks(node: PlannedSchema): Check[] {
  const checks: Check[] = [];
  for (const keyword of Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]) {
    const limit = node[keyword];
    if (limit === undefined) continue;
    const { sign, fits } = BOUNDS[keyword];
    const message = `must be ${sign} ${String(limit)}`;
    const isDouble = typeof limit === 'number';
    checks.push((value, run) => {
      if (typeof value !== 'number' || !isDouble) run.spend(INEXACT);
      return fits(compareNumbers(value as Numeric, limit)) || run.fail(keyword, message);
    });
  }
  const { multipleOf } = node;
  if (multipleOf !== undefined) {
    const message = `must be a multiple of ${String(multipleOf)}`;
    checks.push((value, run) => {
      run.spend(costOfMultiple(value as Numeric, multipleOf));
      return isMultipleOf(value as Numeric, multipleOf) || run.fail('multipleOf', message);
    });
  }
  if (node.format === 'int32' || node.format === 'int64') {
    checks.push(integerFormat(node.format));
  }
  return checks;
}

/** Numbers of very different magnitude are aligned as integers with hundreds of digits. */
const costOfMultiple = (value: Numeric, divisor: Numeric) =>
  Number.isSafeInteger(value) && Number.isSafeInteger(divisor) ? 1 : MULTIPLE + INEXACT;

const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const;

function integerFormat(format: 'int32' | 'int64'): Check {
  const fits = (value: Numeric, run: Run) => {
    if (!isMultipleOf(value, 1)) return false;
    if (format === 'int64') return true;
    run.spend(INEXACT);
    return compareNumbers(value, INT32[0]) >= 0 && compareNumbers(value, INT32[1]) <= 0;
  };
  const message = `must match format "${format}"`;
  return (value, run) => {
    run.spend(MULTIPLE);
    return fits(value as Numeric, run) || run.fail('format', message);
  };
}
