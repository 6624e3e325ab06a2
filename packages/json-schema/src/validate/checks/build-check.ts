import { InexactNumber } from '@mkt/protocol';
import type { Plan, PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';
import { arrayChecks } from './arrays.ts';
import { choiceChecks } from './choices.ts';
import { numberChecks, stringChecks, valueChecks } from './scalars.ts';
import { objectChecks } from './objects.ts';
import { unevaluatedChecks } from './unevaluated.ts';

/** Units to prepare a node for one kind of value, plus units per keyword. */
const PER_NODE = 100;
const PER_KEYWORD = 20;

const REFUSE: Check = (_, run) => {
  run.spend(1);
  return run.fail('false schema', 'is not allowed');
};
const ACCEPT: Check = (_, run) => {
  run.spend(1);
  return true;
};

type Kind = 'text' | 'number' | 'list' | 'object' | 'other';

function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'object' || value === null) return 'other';
  if (Array.isArray(value)) return 'list';
  return value instanceof InexactNumber ? 'number' : 'object';
}

/** Checks for the keywords that apply only to one kind of value. */
function ownChecks(node: PlannedSchema, kind: Kind, run: Run): Check[] {
  switch (kind) {
    case 'text':
      return stringChecks(node);
    case 'number':
      return numberChecks(node);
    case 'list':
      return arrayChecks(node);
    case 'object':
      return objectChecks(node, run);
    case 'other':
      return [];
  }
}

/**
 * One node as a function. It is prepared for a kind of value when the first such value arrives, so
 * that only the keywords that apply to a value are checked.
 */
export function buildCheck(plan: Plan, index: number, run: Run): Check {
  run.spend(1);
  const node = plan.nodes[index];
  if (node === undefined || typeof node === 'boolean') return node === false ? REFUSE : ACCEPT;
  const prepare = (kind: Kind, run: Run): Check => {
    run.spend(PER_NODE + PER_KEYWORD * Object.keys(node).length);
    const checks = [
      ...valueChecks(node, run),
      ...ownChecks(node, kind, run),
      ...choiceChecks(node),
    ];
    // Not before: what exceeds the budget each time gets no further.
    run.prepared.count += 1;
    return inTurn(checks, unevaluatedChecks(plan, index));
  };
  const checks: { [kind in Kind]?: Check } = {};
  const check: Check = (value, run) => {
    const kind = kindOf(value);
    checks[kind] ??= prepare(kind, run);
    return checks[kind](value, run);
  };
  return node.shared ? (value, run) => run.applyOnce(index, value, check) : check;
}

/**
 * Combines checks: stops at the first failure, unless reasons are being collected. The last checks
 * depend on what the others accepted.
 */
function inTurn(checks: readonly Check[], last: readonly Check[]): Check {
  const cost = 1 + checks.length;
  if (last.length > 0) {
    const first = inTurn(checks, []);
    return (value, run) => first(value, run) && last.every((check) => check(value, run));
  }
  return (value, run) => {
    run.spend(cost);
    let fits = true;
    for (let i = 0; i < checks.length; i++) {
      if (checks[i]?.(value, run) !== false) continue;
      if (run.violations === null) return false;
      fits = false;
    }
    return fits;
  };
}
