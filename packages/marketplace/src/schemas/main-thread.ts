import {
  createValidator,
  type Plan,
  planBacktracks,
  planSchema,
  planWeight,
  type Validator,
} from '@mkt/json-schema';
import { type Detail, hasInexactNumbers, readJson } from '@mkt/protocol';
import { createBoundedMap } from '../structures/collections.ts';
import type { ValidationTask } from './validation.ts';

/** The plan of a schema on its way to the main thread, with all that takes time to find out. */
export interface PlanMessage {
  json: string;
  /** Memory of the plan and its validator, as estimated by `planWeight`. */
  heldBytes: number;
  /** Whether JSON.parse may misread it: names of constants with escapes, numbers past a double. */
  needsCare: boolean;
  /** Whether it has a pattern that only a schema process may run. */
  backtracks: boolean;
}

export function createPlanMessage(plan: Plan): PlanMessage {
  const json = JSON.stringify(plan);
  const read = readJson(json);
  const needsCare = read.escapesNames || hasInexactNumbers(read, () => false) === true;
  const heldBytes = planWeight(plan, json.length);
  return { json, heldBytes, needsCare, backtracks: planBacktracks(plan) };
}

/** Maximum units of work per validation: about a millisecond in optimized code. */
const BUDGET_UNITS = 100_000;
/**
 * Maximum time per validation, which matters for cold code and slow machines. A schema must never
 * block this thread for 5 ms (`npm run torture -- schemas` searches for the worst case).
 */
const MAX_MS = 0.75;
/**
 * How often a validation may exceed `MAX_MS`. The system may suspend the process in the middle of
 * any validation, and no clock of Node reveals it (the CPU time of a thread is counted in ticks of
 * 4 ms).
 */
const MAX_OVERRUNS = 1;
/** A busy machine can make any validation late once; a slow schema is late every time. */
const MAX_LATE = 3;
/** Parsing a plan of this size takes a millisecond. Ordinary plans have a few kilobytes. */
const MAX_PLAN_BYTES = 128 * 1024;
/** Parsing takes ten times as long for the few texts in which JSON.parse misreads a name or a number. */
const MAX_CAREFUL_PLAN_BYTES = 16 * 1024;
/** Listing the members of a large object takes milliseconds and cannot be interrupted. */
const MAX_INPUT_BYTES = 128 * 1024;
/**
 * A larger input may not have been parsed yet, which takes 3 ms for this many values. One that was
 * parsed when it arrived, of at most 16 KiB, has fewer.
 */
const MAX_VALUES = 8 * 1024;
/**
 * The maximum size of an input with a number that a double cannot represent: computing its exact
 * value takes 0.3 ms in cold code and cannot be interrupted.
 */
const MAX_INEXACT_BYTES = 8 * 1024;
/** The maximum memory of all plans and validators, as estimated by `planWeight`. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 500;
/** After a schema exceeds its budget, inputs over half that size skip this thread for this long. */
const DISTRUST_MS = 60_000;

const WARM_UP_ROUNDS = 20;

type Input = Pick<ValidationTask, 'schemaHash' | 'document'>;

interface Known {
  /** Undefined if the plan is too large for this thread, or has a pattern that it must not run. */
  validator?: Validator;
  heldBytes: number;
  /** Consecutive validations that were late. */
  late: number;
  /** Larger inputs go to a schema process until `distrustedUntilMs`. */
  maxBytes: number;
  distrustedUntilMs: number;
}

/**
 * Validates on this thread, each validation within a budget.
 *
 * @param nowMs monotonic clock
 */
export function createMainThread(nowMs: () => number) {
  const plans = createBoundedMap<Known>({
    max: MAX_HELD_BYTES,
    weigh: ({ heldBytes }) => heldBytes,
  });

  return {
    add(schemaHash: string, { json, heldBytes, needsCare, backtracks }: PlanMessage): void {
      if (plans.get(schemaHash)) return;
      const trust = {
        late: 0,
        maxBytes: MAX_INPUT_BYTES,
        distrustedUntilMs: Number.NEGATIVE_INFINITY,
      };
      const maxBytes = needsCare ? MAX_CAREFUL_PLAN_BYTES : MAX_PLAN_BYTES;
      if (backtracks || json.length > maxBytes) {
        plans.set(schemaHash, { heldBytes: ENTRY_BYTES, ...trust });
        return;
      }
      const plan = (needsCare ? readJson(json).exact : JSON.parse(json)) as Plan;
      const validator = createValidator(plan);
      plans.set(schemaHash, { validator, heldBytes: ENTRY_BYTES + heldBytes, ...trust });
    },
    /** Whether the plan was added before, even if it is not used here. */
    hasPlan: (schemaHash: string): boolean => plans.get(schemaHash) !== undefined,
    /** Returns `undefined` if the plan is unknown or the input would take too much work. */
    validate({ schemaHash, document }: Input): Detail[] | undefined {
      const known = plans.get(schemaHash);
      const { text } = document;
      if (!known?.validator || text.length > maxBytesOf(known, nowMs())) return undefined;
      if (document.values > MAX_VALUES) return undefined;
      const deadline = createDeadline(nowMs);
      const isInexact = hasInexactNumbers(document, deadline.check);
      if (isInexact && text.length > MAX_INEXACT_BYTES) return undefined;
      const { validator } = known;
      const before = validator.prepared;
      const budget = { units: BUDGET_UNITS, isLate: deadline.check };
      const value = isInexact ? document.exact : document.value;
      const details = isInexact === undefined ? undefined : validator.validateWithin(budget, value);
      if (details) known.late = 0;
      else if (deadline.isOver) known.late += 1;
      // Prepared nodes stay prepared and the next attempt gets further, so this is no reason for
      // distrust.
      const isUnprepared = validator.prepared !== before;
      if (!details && !isUnprepared && (!deadline.isOver || known.late >= MAX_LATE)) {
        distrust(known, text.length, nowMs());
      }
      return details;
    },
  };
}

function createDeadline(nowMs: () => number) {
  let untilMs = nowMs() + MAX_MS;
  let overruns = 0;
  return {
    get isOver() {
      return overruns > MAX_OVERRUNS;
    },
    check(): boolean {
      const now = nowMs();
      if (now > untilMs) {
        overruns += 1;
        untilMs = now + MAX_MS;
      }
      return overruns > MAX_OVERRUNS;
    },
  };
}

const maxBytesOf = ({ maxBytes, distrustedUntilMs }: Known, nowMs: number): number =>
  nowMs > distrustedUntilMs ? MAX_INPUT_BYTES : maxBytes;

function distrust(known: Known, bytes: number, nowMs: number): void {
  known.late = 0;
  known.maxBytes = Math.floor(bytes / 2);
  known.distrustedUntilMs = nowMs + DISTRUST_MS;
}

/** Uses every kind of keyword once. */
const WARM_UP_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', pattern: '^[a-z]+$', maxLength: 9 },
    words: { pattern: '\\b(?:a|b)*ab\\b', anyOf: [{ format: 'date-time' }, { format: 'uri' }] },
    letters: { pattern: '^\\p{L}+$', enum: ['é', 'ab'] },
    numbers: { uniqueItems: true, items: { multipleOf: 0.01, minimum: 0 } },
    objects: { uniqueItems: true, prefixItems: [{ const: { a: 1 } }], unevaluatedItems: false },
  },
  patternProperties: { '^x-': true },
  unevaluatedProperties: false,
};
const WARM_UP_INPUTS = [
  { text: 'abc', words: 'ab ab', letters: 'é', numbers: [0.01, 19.99], objects: [{ a: 1 }] },
  { text: 'ABC', words: 'https://example.com', letters: '1', objects: [{ a: 2 }, 1], other: 1 },
  {},
];

const WARM_UP_NUMBERS = `[${Array.from({ length: 100 }, (_, n) => `${(n + 1) / 7}1`).join(',')}]`;

/**
 * Warms up the validator and its libraries before the first order: the first regular expression of a
 * process takes milliseconds, however small it is. All rounds together take 0.1 s, so each has a
 * turn of the event loop.
 */
export async function warmMainThread(): Promise<void> {
  const planned = planSchema(WARM_UP_SCHEMA);
  if (!planned.ok) throw new Error('The warm-up schema was refused');
  for (let i = 0; i < WARM_UP_ROUNDS; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    const validator = createValidator(planned.plan);
    for (const input of WARM_UP_INPUTS) validator.validate(input);
    validator.validate(readJson(WARM_UP_NUMBERS).exact);
  }
}
