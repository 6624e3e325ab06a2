import type { PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';

/** Checks for references and for schemas applied to the same value. */
export function choiceChecks(node: PlannedSchema): Check[] {
  const checks: Check[] = [];
  for (const index of [...(node.refs ?? []), ...(node.allOf ?? [])]) {
    checks.push((value, run) => run.apply(index, value));
  }
  if (node.anyOf) checks.push(anyOfCheck(node.anyOf));
  if (node.oneOf) checks.push(oneOfCheck(node.oneOf));
  const { not } = node;
  if (not !== undefined) {
    checks.push(
      (value, run) =>
        !run.accepts(not, value) || run.fail('not', 'must not match the schema in "not"'),
    );
  }
  if (node.if !== undefined && (node.then !== undefined || node.else !== undefined)) {
    checks.push(conditionCheck(node.if, node));
  }
  return checks;
}

/** Collects the violations of every alternative, once none is known to fit. */
function explainAll(branches: readonly number[], value: unknown, run: Run): void {
  if (run.violations === null) return;
  for (const branch of branches) run.apply(branch, value);
}

function anyOfCheck(branches: readonly number[]): Check {
  return (value, run) => {
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      if (branch !== undefined && run.accepts(branch, value)) return true;
    }
    explainAll(branches, value, run);
    return run.fail('anyOf', 'must match a schema in anyOf');
  };
}

function oneOfCheck(branches: readonly number[]): Check {
  return (value, run) => {
    let fitting = 0;
    for (let i = 0; i < branches.length && fitting < 2; i++) {
      const branch = branches[i];
      if (branch !== undefined && run.accepts(branch, value)) fitting += 1;
    }
    if (fitting === 1) return true;
    if (fitting === 0) explainAll(branches, value, run);
    return run.fail('oneOf', 'must match exactly one schema in oneOf');
  };
}

function conditionCheck(condition: number, node: PlannedSchema): Check {
  return (value, run) => {
    const next = run.accepts(condition, value) ? node.then : node.else;
    return next === undefined || run.apply(next, value);
  };
}
