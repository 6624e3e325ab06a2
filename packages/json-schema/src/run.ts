import type { SchemaViolation } from '@mkt/protocol';
import { pointerTo } from './json-pointer.ts';

/** The validation would cost more than was allowed; nothing is decided. */
export class OutOfFuel extends Error {}

/** A number has more digits than are compared (docs/protocol.md#numbers). */
export class TooPrecise extends Error {}

/** Schemas applied inside one another: more would not fit the stack of every runtime. */
const MAX_DEPTH = 1_000;
export class TooDeep extends Error {}

/** Units for applying a node, beside what its keywords cost. */
const PER_NODE = 4;
/** Enough to choose the telling ones from. */
const MAX_VIOLATIONS = 100;
export class EnoughFound extends Error {}

/** One schema applied to one value. */
export type Check = (value: unknown, run: Run) => boolean;

/** What a validator keeps from one validation to the next. */
export interface Prepared {
  checks: (Check | undefined)[];
  build(index: number, run: Run): Check;
  /** Of nodes and patterns that have been prepared. */
  count: number;
}

/** How much work a validation may take. */
export interface Budget {
  /** One is about 10 ns, and 100 ns at first. */
  units: number;
  /** Asked every now and then: whether to give up, whatever is left. */
  isLate(): boolean;
}

/** Units that are spent before the clock is looked at again. */
const SLICE = 2_000;
/** What is done in one piece, such as to compile a pattern, may take no more where time is limited. */
const MAX_AT_ONCE = 16_000;

/** What the checks of one validation share. */
export class Run {
  /** Units of the budget that were taken out of it and are left. */
  #fuel = 0;
  readonly #budget: Budget;
  depth = 0;
  /** Collected when the caller wants reasons and not only a verdict. */
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
    this.#fuel -= units;
    if (this.#fuel < 0) this.#refill();
  }

  #refill(): void {
    const isLimited = Number.isFinite(this.#budget.units);
    if (isLimited && this.#fuel < -MAX_AT_ONCE) throw new OutOfFuel();
    while (this.#fuel < 0) {
      const units = Math.min(SLICE, this.#budget.units);
      if (units <= 0 || this.#budget.isLate()) throw new OutOfFuel();
      this.#budget.units -= units;
      this.#fuel += units;
    }
  }

  /** Gives back what is left, for another run. */
  end(): void {
    this.#budget.units += Math.max(0, this.#fuel);
    this.#fuel = 0;
  }

  /** Applies a node of the plan, which is prepared when it is first met. */
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

  /** Whether a node accepts a value, whatever the reason why not. */
  accepts(index: number, value: unknown): boolean {
    const { violations } = this;
    this.violations = null;
    const fits = this.apply(index, value);
    this.violations = violations;
    return fits;
  }

  /** Says why a value does not fit; always false. */
  fail(keyword: string, message: string, params: Record<string, unknown> = {}): false {
    const { violations, path: instancePath, propertyName } = this;
    if (violations === null) return false;
    violations.push({ instancePath, keyword, message, params, propertyName });
    if (violations.length >= MAX_VIOLATIONS) throw new EnoughFound();
    return false;
  }
}
