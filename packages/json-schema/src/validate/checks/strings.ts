import { TEXT_FORMATS, type TextFormat } from '../../formats/formats.ts';
import { compilePattern, type Pattern } from '../../patterns/pattern.ts';
import type { PlannedPattern, PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';
import { isLongerThan, isShorterThan } from '../text-length.ts';

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
  return (value, run) => {
    const text = value as string;
    if (!fails(text, limit, run)) return true;
    return run.fail(keyword, `must not have ${than} than ${limit} characters`, { limit });
  };
}

/** A pattern that is compiled on first use. */
export function lazyPattern(planned: PlannedPattern) {
  let pattern: Pattern | undefined;
  return (text: string, run: Run): boolean => {
    pattern ??= compilePattern(planned, run);
    return pattern.test(text, run);
  };
}

function patternCheck(planned: PlannedPattern & { written: string }): Check {
  const matches = lazyPattern(planned);
  const pattern = planned.written;
  return (value, run) =>
    matches(value as string, run) ||
    run.fail('pattern', `must match pattern "${pattern}"`, { pattern });
}

function formatCheck(format: string, { matches, maxLength, cost }: TextFormat): Check {
  return (value, run) => {
    const text = value as string;
    run.spend(text.length > maxLength ? 1 : cost(text));
    return matches(text) || run.fail('format', `must match format "${format}"`, { format });
  };
}
