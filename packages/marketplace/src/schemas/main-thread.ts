import { readJson, type Detail } from '@mkt/protocol';
import {
  createValidator,
  planSchema,
  planWeight,
  type Plan,
  type Validator,
} from '@mkt/json-schema';
import type { ValidationTask } from '../domain/schema-validation.ts';
import { createLru } from './lru.ts';

/** Units of work that one validation may take here: a millisecond, once its code is optimised. */
const FUEL = 100_000;
/**
 * What one may take at first, or on a slow machine: no request may hold this thread for 5 ms because
 * of a schema (`npm run torture -- schemas` searches for the worst).
 */
const MAX_MS = 1.5;
/** A busy machine makes a validation late now and then; a slow schema always does. */
const MAX_LATE = 3;
/** To parse a plan of this size takes a millisecond; ordinary ones have some kilobytes. */
const MAX_PLAN_BYTES = 128 * 1024;
/** To list the members of an object takes the longer the more it has, before anything can be counted. */
const MAX_INPUT_BYTES = 128 * 1024;
/**
 * To find out which of them a double does not keep, and to put an `InexactNumber` for those, takes
 * 0.5 µs each, and 2 µs at first. Vectors of 1,536 doubles are ordinary.
 */
const MAX_LONG_NUMBERS = 1_600;
/** Of all plans and what was made of them, as `planWeight` estimates. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 500;
/** A schema that cost too much is not tried again with inputs of that size for so long. */
const DISTRUST_MS = 60_000;

const WARM_ROUNDS = 20;

type Input = Pick<ValidationTask, 'schemaHash' | 'document'>;

interface Known {
  /** Absent for a plan that is too large for this thread. */
  validator?: Validator;
  heldBytes: number;
  /** Times that it was late since it was last decided. */
  late: number;
  /** Larger inputs go to a worker process until `distrustedUntilMs`. */
  maxBytes: number;
  distrustedUntilMs: number;
}

/** Applies plans on this thread, each validation within a budget; the clock is monotonic. */
export function createMainThread(nowMs: () => number) {
  const plans = createLru<Known>({ max: MAX_HELD_BYTES, weigh: ({ heldBytes }) => heldBytes });

  return {
    add(schemaHash: string, planJson: string): void {
      if (plans.get(schemaHash)) return;
      const trust = {
        late: 0,
        maxBytes: MAX_INPUT_BYTES,
        distrustedUntilMs: Number.NEGATIVE_INFINITY,
      };
      if (planJson.length > MAX_PLAN_BYTES) {
        plans.set(schemaHash, { heldBytes: ENTRY_BYTES, ...trust });
        return;
      }
      const plan = JSON.parse(planJson) as Plan;
      const heldBytes = ENTRY_BYTES + planWeight(plan, planJson.length);
      plans.set(schemaHash, { validator: createValidator(plan), heldBytes, ...trust });
    },
    /** Whether the plan was given, and is remembered or too large. */
    knows: (schemaHash: string): boolean => plans.get(schemaHash) !== undefined,
    /** `undefined` when the schema is not known here, or the input would take too much work. */
    validate({ schemaHash, document }: Input): Detail[] | undefined {
      const known = plans.get(schemaHash);
      const { text, longNumbers } = document;
      if (!known?.validator || text.length > maxBytesOf(known, nowMs())) return undefined;
      if (longNumbers.length > MAX_LONG_NUMBERS) return undefined;
      const { validator } = known;
      const before = validator.prepared;
      const untilMs = nowMs() + MAX_MS;
      let isLate = false;
      const budget = { units: FUEL, isLate: () => (isLate = nowMs() > untilMs) };
      const details = validator.validateWithin(budget, document.exact);
      if (details) known.late = 0;
      else if (isLate) known.late += 1;
      // What was prepared stays, so that the next attempt gets further: that is no verdict yet.
      const isUnprepared = validator.prepared !== before;
      if (!details && !isUnprepared && (!isLate || known.late >= MAX_LATE)) {
        distrust(known, text.length, nowMs());
      }
      return details;
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

/** A little of everything that schemas use. */
const WARMING = {
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
const WARMING_INPUTS = [
  { text: 'abc', words: 'ab ab', letters: 'é', numbers: [0.01, 19.99], objects: [{ a: 1 }] },
  { text: 'ABC', words: 'https://example.com', letters: '1', objects: [{ a: 2 }, 1], other: 1 },
  {},
];

const WARMING_NUMBERS = `[${Array.from({ length: 100 }, (_, n) => `${(n + 1) / 7}1`).join(',')}]`;

/**
 * Meets the libraries once, before an order does: the first regular expression of a process takes
 * milliseconds, however small it is.
 */
export function warmMainThread(): void {
  const planned = planSchema(WARMING);
  if (!planned.ok) throw new Error('The schema that warms is refused');
  for (let i = 0; i < WARM_ROUNDS; i++) {
    const validator = createValidator(planned.plan);
    for (const input of WARMING_INPUTS) validator.validate(input);
    validator.validate(readJson(WARMING_NUMBERS).exact);
  }
}
