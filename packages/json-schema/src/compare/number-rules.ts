import type { PlannedSchema } from '../plan/plan.ts';
import { isMultipleOf } from '../validate/decimal.ts';
import { KIND, NUMERIC } from './kinds.ts';
import type { Failure, Rule } from './prover.ts';
import { changedSetting } from './sentences.ts';

interface Bound {
  limit: number;
  isExclusive: boolean;
}

const IN_32_BITS = { lower: -(2 ** 31), upper: 2 ** 31 - 1 } as const;

/** Written for upper bounds; `sign` -1 mirrors lower bounds into them. */
function boundsOf(node: PlannedSchema, sign: 1 | -1): Bound[] {
  const [inclusive, exclusive] =
    sign === 1 ? [node.maximum, node.exclusiveMaximum] : [node.minimum, node.exclusiveMinimum];
  const bounds: Bound[] = [];
  if (inclusive !== undefined) bounds.push({ limit: sign * inclusive, isExclusive: false });
  if (exclusive !== undefined) bounds.push({ limit: sign * exclusive, isExclusive: true });
  if (node.format === 'int32') {
    const limit = sign === 1 ? IN_32_BITS.upper : -IN_32_BITS.lower;
    bounds.push({ limit, isExclusive: false });
  }
  return bounds;
}

/** Among integers `< 5` is `<= 4`, as long as doubles can tell them apart. */
function ofIntegers({ limit, isExclusive }: Bound): Bound {
  if (!Number.isSafeInteger(Math.ceil(limit)) || !Number.isSafeInteger(Math.floor(limit))) {
    return { limit, isExclusive };
  }
  const isWhole = Number.isInteger(limit);
  return { limit: isWhole && isExclusive ? limit - 1 : Math.floor(limit), isExclusive: false };
}

const isWithin = (a: Bound, b: Bound) =>
  a.limit < b.limit || (a.limit === b.limit && (a.isExclusive || !b.isExclusive));

const KEYWORDS = { 1: ['maximum', 'exclusiveMaximum'], [-1]: ['minimum', 'exclusiveMinimum'] };

/** Bounds. */
export const boundRule: Rule = ({ facts, sup, node, kinds }) => {
  if ((kinds & NUMERIC) === 0) return [];
  const normal = (bound: Bound) => ((kinds & KIND.fraction) === 0 ? ofIntegers(bound) : bound);
  const failures: Failure[] = [];
  for (const sign of [1, -1] as const) {
    const known = facts.flatMap((fact) => boundsOf(fact, sign)).map(normal);
    const tightest = known.reduce<Bound | undefined>(
      (best, bound) => (best && isWithin(best, bound) ? best : bound),
      undefined,
    );
    for (const bound of boundsOf(node, sign)) {
      if (tightest && isWithin(tightest, normal(bound))) continue;
      const keyword = KEYWORDS[sign][bound.isExclusive ? 1 : 0] ?? '';
      const isOfFormat = node[keyword as 'maximum'] !== sign * bound.limit;
      failures.push({
        node: sup,
        keyword: isOfFormat ? 'format' : keyword,
        isCertain: true,
        sentence: changedSetting(keyword, tightest && sign * tightest.limit, sign * bound.limit),
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
