import { detailsOf, LIMITS, type Detail, type Place, type Violation } from '@mkt/protocol';
import { buildCheck } from './checks/build-check.ts';
import type { Plan } from '../plan/plan.ts';
import {
  ViolationLimitReached,
  OutOfBudget,
  Run,
  TooDeep,
  TooPrecise,
  type BacktrackingEngine,
  type Budget,
  type Prepared,
} from './run.ts';

/** Slices of a budget for an explanation without one: at least 20 ms. */
const EXPLAINED_SLICES = 1_000;

/** Units to choose among the violations, for each of them. */
const PER_VIOLATION = 50;

const unlimited = (): Budget => ({ units: Number.POSITIVE_INFINITY, isLate: () => false });

export interface Validator {
  /**
   * Details with JSON Pointers into the value; empty when it is valid; `undefined` if that depends on
   * a pattern that this validator does not run. The value is JSON, in which an `InexactNumber` may
   * stand for a number. Never throws.
   */
  validate(value: unknown): Detail[] | undefined;
  /**
   * Like `validate`, but also returns `undefined` once the budget is exhausted. Nodes that were prepared
   * stay prepared, so a later call gets further.
   */
  validateWithin(budget: Budget, value: unknown): Detail[] | undefined;
  /** Number of nodes and patterns prepared so far. */
  readonly prepared: number;
}

export interface ValidatorOptions {
  /**
   * Runs the patterns that RE2 cannot run. It may take any time, so it belongs where it can be
   * interrupted. Without it, they are undecided.
   */
  backtracking?: BacktrackingEngine;
}

/** Nothing is compiled up front: each node is prepared on first use. */
export function prepare(plan: Plan, { backtracking }: ValidatorOptions = {}): Prepared {
  const prepared: Prepared = {
    backtracking,
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
export function createValidator(plan: Plan, options?: ValidatorOptions): Validator {
  const prepared = prepare(plan, options);

  function validateWithin(budget: Budget, value: unknown): Detail[] | undefined {
    const run = new Run(budget, prepared);
    try {
      if (run.apply(0, value)) {
        run.end();
        return run.isUndecided ? undefined : [];
      }
    } catch (error) {
      if (error instanceof OutOfBudget) return undefined;
      // The second pass reports the cause, because it tracks the path.
    }
    return Number.isFinite(budget.units)
      ? explained(run, value, run.explain(budget))
      : inPart(run, value);
  }

  return {
    validate: (value) => validateWithin(unlimited(), value),
    validateWithin,
    get prepared() {
      return prepared.count;
    },
  };
}

/** Validates again to collect the violations: the first pass only finds the verdict, which is faster. */
function explained(
  run: Run,
  value: unknown,
  violations: readonly Violation[],
): Detail[] | undefined {
  try {
    const detail = stopped(run, value);
    if (detail) return [detail];
    run.spend(PER_VIOLATION * violations.length);
    const details = detailsOf(violations);
    return details.length > 0 ? details : [{ path: '', message: 'is not valid' }];
  } catch (error) {
    if (error instanceof OutOfBudget) return undefined;
    throw error;
  } finally {
    run.end();
  }
}

/** The first violations, where a verdict may take any time: that some cannot be found is one of them. */
function inPart(run: Run, value: unknown): Detail[] {
  let slices = 0;
  const budget = { units: Infinity, isLate: () => ++slices > EXPLAINED_SLICES };
  const violations = run.explain(budget);
  const details = explained(run, value, violations);
  if (details) return details;
  // Writing them takes little, whatever they say.
  slices = Number.NEGATIVE_INFINITY;
  const found = detailsOf(violations).slice(0, LIMITS.details - 1);
  return [...found, { path: '', message: 'violates the schema in more places than can be listed' }];
}

/** Applies the whole schema; returns why it was not applied to the end. */
function stopped(run: Run, value: unknown): Detail | undefined {
  try {
    run.apply(0, value);
    return undefined;
  } catch (error) {
    if (error instanceof OutOfBudget) throw error;
    return stoppedBy(error, run.place);
  }
}

function stoppedBy(error: unknown, place: Place): Detail | undefined {
  if (error instanceof ViolationLimitReached) return undefined;
  if (error instanceof TooPrecise) {
    const message = 'has more digits, or a larger exponent, than can be checked';
    return detailsOf([{ place, message, keyword: 'precision' }])[0];
  }
  // A RangeError is a stack overflow. What could not be checked is not valid.
  const isKnown = error instanceof TooDeep || error instanceof RangeError;
  return isKnown ? { path: '', message: 'is nested too deeply to be validated' } : undefined;
}
