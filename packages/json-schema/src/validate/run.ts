import { invalidName, placeInside, rootPlace, type Place, type Violation } from '@mkt/protocol';

/** The validation exceeded its budget: there is no verdict. */
export class OutOfBudget extends Error {}

/** A number has too many digits to be compared exactly (docs/reference/protocol.md#numbers). */
export class TooPrecise extends Error {}

/** Nesting of schema applications. Deeper recursion would overflow the stack on some runtimes. */
const MAX_DEPTH = 1_000;
export class TooDeep extends Error {}

/** Units for applying a node, in addition to the cost of its keywords. */
const PER_NODE = 4;
/** Units to look up a remembered verdict; a text costs one more per `HASHED_PER_UNIT` characters. */
const PER_VERDICT = 8;
const HASHED_PER_UNIT = 64;
/** Units for a place while violations are collected, and for a violation. */
const PER_PLACE = 12;
const PER_VIOLATION = 40;
/** Enough to select the most helpful ones from. */
const MAX_VIOLATIONS = 100;
export class ViolationLimitReached extends Error {}

/**
 * One schema applied to one value. `false` is certain. `true` is too, unless the check set
 * `isUndecided`; then the value fits only if a pattern matches that this validator does not run.
 */
export type Check = (value: unknown, run: Run) => boolean;
/** `unknown`: it depends on a pattern that this validator does not run. */
export type Verdict = boolean | 'unknown';
/** Runs a pattern in ECMA-262's syntax with the `u` flag; the match is `undefined` if it gave up. */
export type BacktrackingEngine = (pattern: string) => (text: string) => boolean | undefined;

/** What a validator keeps from one validation to the next. */
export interface Prepared {
  checks: (Check | undefined)[];
  build(index: number, run: Run): Check;
  /** Number of nodes and patterns prepared so far. */
  count: number;
  backtracking: BacktrackingEngine | undefined;
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

/** What else a violation names. */
type Named = Pick<Violation, 'member' | 'types'>;

const textOf = (message: Violation['message']) =>
  typeof message === 'string' ? message : message();

/** State shared by the checks of one validation. */
export class Run {
  /** Units left of the current slice, which has already been deducted from the budget. */
  #left = 0;
  #budget: Budget;
  depth = 0;
  /** Where violations are collected; `null` when only the verdict matters. */
  violations: Violation[] | null = null;
  place: Place = rootPlace();
  /** Set within `propertyNames`. */
  propertyName: string | undefined = undefined;
  /** See `Check`. */
  isUndecided = false;
  /** The verdicts of nodes that may be applied to a value again, by node and value. */
  #verdicts: Map<number, Map<unknown, Verdict>> | undefined;
  /** Nodes whose violations at a place were collected. */
  readonly #explained = new Map<Place, Set<number>>();
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

  /**
   * Applies the check of a shared node, unless its verdict on the value is known: equal texts and
   * numbers have the same one, and so has the same object or list.
   */
  applyOnce(index: number, value: unknown, check: Check): boolean {
    this.spend(
      typeof value === 'string' ? PER_VERDICT + value.length / HASHED_PER_UNIT : PER_VERDICT,
    );
    this.#verdicts ??= new Map();
    let verdicts = this.#verdicts.get(index);
    if (!verdicts) this.#verdicts.set(index, (verdicts = new Map()));
    const known = verdicts.get(value);
    if (known === true) return true;
    if (known === 'unknown') return this.undecided();
    if (this.violations === null ? known === false : this.#isExplained(index)) return false;
    const { isUndecided } = this;
    this.isUndecided = false;
    const fits = check(value, this);
    verdicts.set(value, fits && this.isUndecided ? 'unknown' : fits);
    this.isUndecided ||= isUndecided;
    return fits;
  }

  /** Whether violations of the node at this place were collected before; from now on they were. */
  #isExplained(index: number): boolean {
    const explained = this.#explained.get(this.place) ?? new Set();
    if (explained.has(index)) return true;
    this.#explained.set(this.place, explained.add(index));
    return false;
  }

  /** From here on, violations are collected, within a budget; remembered verdicts are kept. */
  explain(budget: Budget): Violation[] {
    this.end();
    this.#budget = budget;
    this.depth = 0;
    this.place = rootPlace();
    this.propertyName = undefined;
    this.violations = [];
    return this.violations;
  }

  /** Applies a node to a member of the value. */
  applyInside(index: number, name: string | number, value: unknown): boolean {
    if (this.violations === null) return this.apply(index, value);
    this.spend(PER_PLACE);
    const { place } = this;
    this.place = placeInside(place, name);
    const fits = this.apply(index, value);
    this.place = place;
    return fits;
  }

  /** Whether a node accepts a value, without collecting violations. */
  accepts(index: number, value: unknown): Verdict {
    const { violations, isUndecided } = this;
    this.violations = null;
    this.isUndecided = false;
    const fits = this.apply(index, value);
    const verdict = fits && this.isUndecided ? 'unknown' : fits;
    this.violations = violations;
    this.isUndecided = isUndecided;
    return verdict;
  }

  /** The result of a check that depends on a pattern that this validator does not run. */
  undecided(): true {
    this.isUndecided = true;
    return true;
  }

  /**
   * Records a violation if they are being collected. Always returns false. Messages are written once
   * for each node, or only for the violations that are returned.
   */
  fail(keyword: string, message: Violation['message'], more?: Named): false {
    const { violations, place, propertyName: member } = this;
    if (violations === null) return false;
    this.spend(PER_VIOLATION);
    if (member === undefined) violations.push({ place, keyword, message, ...more });
    else violations.push({ place, keyword, member, message: () => invalidName(textOf(message)) });
    if (violations.length >= MAX_VIOLATIONS) throw new ViolationLimitReached();
    return false;
  }
}
