import { isObject, pointerTo } from '@mkt/protocol';
import type { Plan, PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';
import { evaluatedBy, type Evaluated } from './unevaluated.ts';
import { namesOf } from './objects.ts';

/** Checks for `unevaluatedProperties` and `unevaluatedItems`. */
export function unevaluatedChecks(plan: Plan, index: number): Check[] {
  const node = plan.nodes[index] as PlannedSchema;
  const { unevaluatedItems, unevaluatedProperties } = node;
  const checks: Check[] = [];
  const collect = evaluatedBy(plan);
  const of = (value: Parameters<typeof collect>[1], run: Run) => {
    const sure = collect(index, value, run);
    return { sure, possible: sure.isUndecided ? collect(index, value, run, true) : undefined };
  };
  if (unevaluatedItems !== undefined) {
    checks.push((value, run) => {
      if (!Array.isArray(value)) return true;
      return fitsRest(of(value, run), value.keys(), value as never, unevaluatedItems, run);
    });
  }
  if (unevaluatedProperties !== undefined) {
    checks.push((value, run) => {
      if (!isObject(value)) return true;
      return fitsRest(of(value, run), namesOf(value, run), value, unevaluatedProperties, run);
    });
  }
  return checks;
}

/** Units to look up whether a member was evaluated. */
const PER_MEMBER = 4;

function fitsRest(
  { sure, possible }: { sure: Evaluated; possible: Evaluated | undefined },
  names: Iterable<string | number>,
  members: Readonly<Record<string | number, unknown>>,
  rest: number,
  run: Run,
): boolean {
  if (sure.all) return true;
  let fits = true;
  for (const name of names) {
    run.spend(PER_MEMBER);
    if (sure.names.has(name)) continue;
    const verdict = run.accepts(rest, members[name]);
    if (verdict === true) continue;
    if (verdict === 'unknown' || possible?.all || possible?.names.has(name)) {
      run.undecided();
      continue;
    }
    fits = refuse(name, run);
    if (run.violations === null) return false;
  }
  return fits;
}

function refuse(name: string | number, run: Run): false {
  if (typeof name === 'string') {
    return run.fail('unevaluatedProperties', 'is not a known field', { member: name });
  }
  const message = `must not have item ${pointerTo('', name).slice(1)}: no part of the schema allows it`;
  return run.fail('unevaluatedItems', message);
}
