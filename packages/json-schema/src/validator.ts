import { describeViolations, type Detail, type SchemaViolation } from '@mkt/protocol';
import { buildCheck } from './checks/build-check.ts';
import type { Plan } from './plan.ts';
import {
  EnoughFound,
  OutOfFuel,
  Run,
  TooDeep,
  TooPrecise,
  type Budget,
  type Prepared,
} from './run.ts';

const unlimited = (): Budget => ({ units: Number.POSITIVE_INFINITY, isLate: () => false });

export interface Validator {
  /**
   * Details with JSON Pointers into the value; empty when it is valid. The value is JSON, in which
   * an `InexactNumber` may stand for a number. Never throws.
   */
  validate(value: unknown): Detail[];
  /**
   * The same, but `undefined` as soon as more work would be needed than the budget allows. What was
   * prepared for it stays, so that a later call has less to do.
   */
  validateWithin(budget: Budget, value: unknown): Detail[] | undefined;
  /** How many parts of the schema have been prepared so far. */
  readonly prepared: number;
}

/** Applies a plan. There is no code to compile: each schema is prepared when a value meets it. */
export function createValidator(plan: Plan): Validator {
  const prepared: Prepared = {
    checks: Array.from({ length: plan.nodes.length }),
    count: 0,
    build(index, run) {
      const check = buildCheck(plan, index, run);
      prepared.checks[index] = check;
      return check;
    },
  };

  function validateWithin(budget: Budget, value: unknown): Detail[] | undefined {
    const run = new Run(budget, prepared);
    try {
      if (run.apply(0, value)) return [];
    } catch (error) {
      if (error instanceof OutOfFuel) return undefined;
      // What stopped it is told by the second pass, which knows where it is.
    }
    run.end();
    return explain(budget, value);
  }

  /** A value that does not fit is looked at again, for the reasons. */
  function explain(budget: Budget, value: unknown): Detail[] | undefined {
    const run = new Run(budget, prepared);
    const violations: SchemaViolation[] = [];
    run.violations = violations;
    try {
      run.apply(0, value);
    } catch (error) {
      if (error instanceof OutOfFuel) return undefined;
      const detail = stoppedBy(error, run.path);
      if (detail) return [detail];
    }
    const details = describeViolations(violations);
    return details.length > 0 ? details : [{ path: '', message: 'is not valid' }];
  }

  return {
    validate: (value) => validateWithin(unlimited(), value) ?? [],
    validateWithin,
    get prepared() {
      return prepared.count;
    },
  };
}

function stoppedBy(error: unknown, path: string): Detail | undefined {
  if (error instanceof EnoughFound) return undefined;
  if (error instanceof TooPrecise) {
    const message = 'has more digits, or a larger exponent, than can be checked';
    return { path, message, keyword: 'precision' };
  }
  // Or the stack of this runtime ended: what was not checked is not valid.
  const isKnown = error instanceof TooDeep || error instanceof RangeError;
  return isKnown ? { path: '', message: 'is nested too deeply to be validated' } : undefined;
}
