import { describeViolations, type Detail, type SchemaViolation } from '@mkt/protocol';
import { buildCheck } from './checks/build-check.ts';
import type { Plan } from '../plan/plan.ts';
import {
  ViolationLimitReached,
  OutOfBudget,
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
   * Like `validate`, but returns `undefined` once the budget is exhausted. Nodes that were prepared
   * stay prepared, so a later call gets further.
   */
  validateWithin(budget: Budget, value: unknown): Detail[] | undefined;
  /** Number of nodes and patterns prepared so far. */
  readonly prepared: number;
}

/** Nothing is compiled up front: each node is prepared on first use. */
export function prepare(plan: Plan): Prepared {
  const prepared: Prepared = {
    checks: Array.from({ length: plan.nodes.length }),
    count: 0,
    build(index, run) {
      const check = buildCheck(plan, index, run);
      prepared.checks[index] = check;
      return check;
    },
  };
  return prepared;
}

/** A validator for a plan. */
export function createValidator(plan: Plan): Validator {
  const prepared = prepare(plan);

  function validateWithin(budget: Budget, value: unknown): Detail[] | undefined {
    const run = new Run(budget, prepared);
    try {
      if (run.apply(0, value)) return [];
    } catch (error) {
      if (error instanceof OutOfBudget) return undefined;
      // The second pass reports the cause, because it tracks the path.
    }
    run.end();
    return explain(budget, value);
  }

  /** Validates again to collect the violations: the first pass only finds the verdict, which is faster. */
  function explain(budget: Budget, value: unknown): Detail[] | undefined {
    const run = new Run(budget, prepared);
    const violations: SchemaViolation[] = [];
    run.violations = violations;
    try {
      run.apply(0, value);
    } catch (error) {
      if (error instanceof OutOfBudget) return undefined;
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
  if (error instanceof ViolationLimitReached) return undefined;
  if (error instanceof TooPrecise) {
    const message = 'has more digits, or a larger exponent, than can be checked';
    return { path, message, keyword: 'precision' };
  }
  // A RangeError is a stack overflow. What could not be checked is not valid.
  const isKnown = error instanceof TooDeep || error instanceof RangeError;
  return isKnown ? { path: '', message: 'is nested too deeply to be validated' } : undefined;
}
