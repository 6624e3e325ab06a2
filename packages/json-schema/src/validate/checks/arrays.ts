import { hasDuplicates } from '../json-equality.ts';
import type { PlannedSchema } from '../../plan/plan.ts';
import type { Check } from '../run.ts';

type List = readonly unknown[];

/** Checks for item counts, `uniqueItems` and item schemas. */
export function arrayChecks(node: PlannedSchema): Check[] {
  const checks: Check[] = [];
  const { minItems, maxItems, contains } = node;
  if (maxItems !== undefined) {
    const message = `must not have more than ${maxItems} items`;
    checks.push(
      (value, run) => (value as List).length <= maxItems || run.fail('maxItems', message),
    );
  }
  if (minItems !== undefined) {
    const message = `must not have fewer than ${minItems} items`;
    checks.push(
      (value, run) => (value as List).length >= minItems || run.fail('minItems', message),
    );
  }
  if (node.prefixItems || node.items !== undefined) checks.push(itemsCheck(node));
  if (contains !== undefined) checks.push(containsCheck(contains, node));
  if (node.uniqueItems) {
    checks.push(
      (value, run) =>
        !hasDuplicates(value as List, run) ||
        run.fail('uniqueItems', 'must not have the same item twice'),
    );
  }
  return checks;
}

function itemsCheck({ prefixItems = [], items }: PlannedSchema): Check {
  return (value, run) => {
    const list = value as List;
    const last = items === undefined ? Math.min(list.length, prefixItems.length) : list.length;
    let fits = true;
    for (let i = 0; i < last; i++) {
      const index = i < prefixItems.length ? prefixItems[i] : items;
      if (index === undefined || run.applyInside(index, i, list[i])) continue;
      if (run.violations === null) return false;
      fits = false;
    }
    return fits;
  };
}

function containsCheck(contains: number, { minContains = 1, maxContains }: PlannedSchema): Check {
  const least = minContains;
  const enough = maxContains === undefined ? least : Number.POSITIVE_INFINITY;
  const most = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  const items = most === '' && least === 1 ? 'item that matches' : 'items that match';
  const message = `must contain at least ${least}${most} ${items} "contains"`;
  return (value, run) => {
    let count = 0;
    let undecided = 0;
    for (const item of value as List) {
      if (count >= enough) break;
      const verdict = run.accepts(contains, item);
      if (verdict === true) count += 1;
      else if (verdict === 'unknown') undecided += 1;
    }
    const limit = maxContains ?? Number.POSITIVE_INFINITY;
    if (count >= least && count + undecided <= limit) return true;
    if (count + undecided >= least && count <= limit) return run.undecided();
    return run.fail('contains', message);
  };
}
