import { TEXT_FORMATS, type TextFormat } from '../../formats.ts';
import { compilePattern, type Pattern } from '../../patterns/pattern.ts';
import type { PlannedPattern, PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run, Verdict } from '../run.ts';
import { isLongerThan, isShorterThan } from './text-length.ts';

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
