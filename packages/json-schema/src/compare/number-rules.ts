import type { Numeric, PlannedSchema } from '../plan/plan.ts';
import { compareNumbers, isMultipleOf } from '../validate/decimal.ts';
import { KIND, NUMERIC } from './kinds.ts';
import { changedSetting, type Failure, type Rule } from './prover.ts';

interface Bound {
  limit: Numeric;
  isExclusive: boolean;
}

const IN_32_BITS = { lower: -(2 ** 31), upper: 2 ** 31 - 1 } as const;

/** 1 for upper bounds, -1 for lower ones. */
type Sign = 1 | -1;

function boundsOf(node: PlannedSchema, sign: Sign): Bound[] {
  const [inclusive, exclusive] =
    sign === 1 ? [node.maximum, node.exclusiveMaximum] : [node.minimum, node.exclusiveMinimum];
  const bounds: Bound[] = [];
  if (inclusive !== undefined) bounds.push({ limit: inclusive, isExclusive: false });
  if (exclusive !== undefined) bounds.push({ limit: exclusive, isExclusive: true });
  if (node.format === 'int32') {
    const limit = sign === 1 ? IN_32_BITS.upper : IN_32_BITS.lower;
    bounds.push({ limit, isExclusive: false });
  }
  return bounds;
}

/** Among integers `< 5` is `<= 4`, as long as doubles can tell them apart. */
function ofIntegers({ limit, isExclusive }: Bound, sign: Sign): Bound {
  if (typeof limit !== 'number') return { limit, isExclusive };
  if (!Number.isSafeInteger(Math.ceil(limit)) || !Number.isSafeInteger(Math.floor(limit))) {
    return { limit, isExclusive };
  }
  const isBefore = Number.isInteger(limit) && isExclusive;
  const whole = sign === 1 ? Math.floor(limit) : Math.ceil(limit);
  return { limit: isBefore ? limit - sign : whole, isExclusive: false };
}

function isWithin(a: Bound, b: Bound, sign: Sign): boolean {
  const order = sign * compareNumbers(a.limit, b.limit);
  return order < 0 || (order === 0 && (a.isExclusive || !b.isExclusive));
}

const KEYWORDS = { 1: ['maximum', 'exclusiveMaximum'], [-1]: ['minimum', 'exclusiveMinimum'] };

/** Bounds. */
export const boundRule: Rule = ({ facts, sup, node, kinds }) => {
  if ((kinds & NUMERIC) === 0) return [];
  const failures: Failure[] = [];
  for (const sign of [1, -1] as const) {
    const normal = (bound: Bound) =>
      (kinds & KIND.fraction) === 0 ? ofIntegers(bound, sign) : bound;
    const known = facts.flatMap((fact) => boundsOf(fact, sign)).map(normal);
    const tightest = known.reduce<Bound | undefined>(
      (best, bound) => (best && isWithin(best, bound, sign) ? best : bound),
      undefined,
    );
    for (const bound of boundsOf(node, sign)) {
      if (tightest && isWithin(tightest, normal(bound), sign)) continue;
      const keyword = KEYWORDS[sign][bound.isExclusive ? 1 : 0] ?? '';
      const isOfFormat = node[keyword as 'maximum'] !== bound.limit;
      failures.push({
        node: sup,
        keyword: isOfFormat ? 'format' : keyword,
        isCertain: true,
        sentence: changedSetting(keyword, tightest?.limit, bound.limit),
      });
    }
  }
  return failures;
};

export const multipleRule: Rule = ({ facts, sup, node: { multipleOf }, kinds }) => {
  if (multipleOf === undefined || (kinds & NUMERIC) === 0) return [];
  const known = facts.flatMap((fact) => fact.multipleOf ?? []);
  if ((kinds & KIND.fraction) === 0) known.push(1);
  if (known.some((divisor) => isMultipleOf(divisor, multipleOf))) return [];
  const sentence = changedSetting('multipleOf', known[0], multipleOf);
  return [{ node: sup, keyword: 'multipleOf', isCertain: true, sentence }];
};
