import { InexactNumber } from '@mkt/protocol';
import { TEXT_FORMATS, type TextFormat } from '../../formats.ts';
import { compilePattern, type Pattern } from '../../patterns/pattern.ts';
import type { Numeric, PlannedPattern, PlannedSchema } from '../../plan/plan.ts';
import { compareNumbers, isInteger, isMultipleOf } from '../decimal.ts';
import { memberTest } from '../json-equality.ts';
import type { Check, Run, Verdict } from '../run.ts';

/** Characters counted per unit. */
const COUNTED_PER_UNIT = 8;
/** Counted without looking at the deadline: 0.1 ms in cold code. */
const AT_ONCE = 2_048;

/** Characters as JSON Schema counts them: code points, which are one or two UTF-16 units. */
function codePoints(text: string, run: Run): number {
  let count = text.length;
  let isAfterHigh = false;
  for (let start = 0; start < text.length; start += AT_ONCE) {
    const end = Math.min(text.length, start + AT_ONCE);
    run.spend((end - start) / COUNTED_PER_UNIT);
    for (let index = start; index < end; index++) {
      const half = text.charCodeAt(index) & 0xfc00;
      if (isAfterHigh && half === 0xdc00) count -= 1;
      isAfterHigh = half === 0xd800;
    }
  }
  return count;
}

/** Counts only where the number of units leaves it open: at most twice `max` of them. */
const isLongerThan = (text: string, max: number, run: Run): boolean =>
  text.length > max && (text.length > 2 * max || codePoints(text, run) > max);

const isShorterThan = (text: string, min: number, run: Run): boolean =>
  text.length < min || (text.length < 2 * min && codePoints(text, run) < min);

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

/** Units per exact comparison: a thousand digits take some microseconds. */
const INEXACT = 100;
const MULTIPLE = 20;

const BOUNDS = {
  minimum: { sign: '>=', fits: (order: number) => order >= 0 },
  maximum: { sign: '<=', fits: (order: number) => order <= 0 },
  exclusiveMinimum: { sign: '>', fits: (order: number) => order > 0 },
  exclusiveMaximum: { sign: '<', fits: (order: number) => order < 0 },
} as const;

/**
 * Checks for bounds and `multipleOf`, which compare decimal values as written
 * (docs/reference/protocol.md#numbers).
 */
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

/** Checks for length, `pattern` and `format`. */
export function stringChecks(node: PlannedSchema): Check[] {
  const checks: Check[] = [];
  const { minLength, maxLength, format } = node;
  if (maxLength !== undefined) {
    checks.push(lengthCheck('maxLength', isLongerThan, maxLength, 'more'));
  }
  if (minLength !== undefined) {
    checks.push(lengthCheck('minLength', isShorterThan, minLength, 'fewer'));
  }
  if (node.pattern) checks.push(patternCheck(node.pattern));
  if (format !== undefined && Object.hasOwn(TEXT_FORMATS, format)) {
    const known = TEXT_FORMATS[format];
    if (known) checks.push(formatCheck(format, known));
  }
  return checks;
}

function lengthCheck(
  keyword: string,
  fails: (text: string, limit: number, run: Run) => boolean,
  limit: number,
  than: string,
): Check {
  const message = `must not have ${than} than ${limit} characters`;
  return (value, run) => !fails(value as string, limit, run) || run.fail(keyword, message);
}

/** A pattern that is compiled on first use. */
export function lazyPattern(planned: PlannedPattern) {
  let pattern: Pattern | undefined;
  return (text: string, run: Run): Verdict => {
    pattern ??= compilePattern(planned, run);
    return pattern.test(text, run);
  };
}

function patternCheck(planned: PlannedPattern & { written: string }): Check {
  const matches = lazyPattern(planned);
  const message = `must match pattern "${planned.written}"`;
  return (value, run) => {
    const verdict = matches(value as string, run);
    if (verdict === 'unknown') return run.undecided();
    return verdict || run.fail('pattern', message);
  };
}

function formatCheck(format: string, { matches, maxLength, cost }: TextFormat): Check {
  const message = `must match format "${format}"`;
  return (value, run) => {
    const text = value as string;
    run.spend(text.length > maxLength ? 1 : cost(text));
    return matches(text) || run.fail('format', message);
  };
}
