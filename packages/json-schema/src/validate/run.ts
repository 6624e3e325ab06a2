import { pointerTo, type SchemaViolation } from '@mkt/protocol';

/** The validation exceeded its budget: there is no verdict. */
export class OutOfBudget extends Error {}

/** A number has too many digits to be compared exactly (docs/protocol.md#numbers). */
export class TooPrecise extends Error {}

/** Nesting of schema applications. Deeper recursion would overflow the stack on some runtimes. */
const MAX_DEPTH = 1_000;
export class TooDeep extends Error {}

/** Units for applying a node, in addition to the cost of its keywords. */
const PER_NODE = 4;
/** Enough to select the most helpful ones from. */
const MAX_VIOLATIONS = 100;
export class ViolationLimitReached extends Error {}

/** One schema applied to one value. */
export type Check = (value: unknown, run: Run) => boolean;

/** What a validator keeps from one validation to the next. */
export interface Prepared {
  checks: (Check | undefined)[];
  build(index: number, run: Run): Check;
  /** Number of nodes and patterns prepared so far. */
  count: number;
}

/** How much work a validation may take. */
export interface Budget {
  /** One unit is about 10 ns in optimized code and up to 100 ns before that. */
  units: number;
  /** Called after every 2,000 units; true ends the validation, whatever is left of the budget. */
  isLate(): boolean;
}

/** Units between two calls of `isLate`. */
const SLICE = 2_000;
/** Maximum cost of a single uninterruptible step, such as compiling a pattern, in a limited run. */
const MAX_AT_ONCE = 16_000;

/** State shared by the checks of one validation. */
export class Run {
  /** Units left of the current slice, which has already been deducted from the budget. */
  #left = 0;
  readonly #budget: Budget;
  depth = 0;
  /** Where violations are collected; `null` when only the verdict matters. */
  violations: SchemaViolation[] | null = null;
  path = '';
  /** Set within `propertyNames`. */
  propertyName: string | undefined = undefined;
  readonly prepared: Prepared;

  constructor(budget: Budget, prepared: Prepared) {
    this.#budget = budget;
    this.prepared = prepared;
  }

  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) this.#refill();
  }

  #refill(): void {
    const isLimited = Number.isFinite(this.#budget.units);
    if (isLimited && this.#left < -MAX_AT_ONCE) throw new OutOfBudget();
    while (this.#left < 0) {
      const units = Math.min(SLICE, this.#budget.units);
      if (units <= 0 || this.#budget.isLate()) throw new OutOfBudget();
      this.#budget.units -= units;
      this.#left += units;
    }
  }

  /** Returns the unused part of the slice to the budget. */
  end(): void {
    this.#budget.units += Math.max(0, this.#left);
    this.#left = 0;
  }

  /** Applies a node of the plan, preparing it on first use. */
  apply(index: number, value: unknown): boolean {
    this.spend(PER_NODE);
    const check = this.prepared.checks[index] ?? this.prepared.build(index, this);
    if (++this.depth > MAX_DEPTH) throw new TooDeep();
    const fits = check(value, this);
    this.depth -= 1;
    return fits;
  }

  /** Applies a node to a member of the value. */
  applyInside(index: number, name: string | number, value: unknown): boolean {
    if (this.violations === null) return this.apply(index, value);
    const { path } = this;
    this.path = pointerTo(path, name);
    const fits = this.apply(index, value);
    this.path = path;
    return fits;
  }

  /** Whether a node accepts a value, without collecting violations. */
  accepts(index: number, value: unknown): boolean {
    const { violations } = this;
    this.violations = null;
    const fits = this.apply(index, value);
    this.violations = violations;
    return fits;
  }

  /** Records a violation if they are being collected. Always returns false. */
  fail(keyword: string, message: string, params: Record<string, unknown> = {}): false {
    const { violations, path: instancePath, propertyName } = this;
    if (violations === null) return false;
    violations.push({ instancePath, keyword, message, params, propertyName });
    if (violations.length >= MAX_VIOLATIONS) throw new ViolationLimitReached();
    return false;
  }
}
