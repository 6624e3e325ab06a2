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
    checks.push((value, run) => {
      const verdict = run.accepts(not, value);
      if (verdict === 'unknown') return run.undecided();
      return !verdict || run.fail('not', 'must not match the schema in "not"');
    });
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
    let isUndecided = false;
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      const verdict = branch !== undefined && run.accepts(branch, value);
      if (verdict === true) return true;
      if (verdict === 'unknown') isUndecided = true;
    }
    if (isUndecided) return run.undecided();
    explainAll(branches, value, run);
    return run.fail('anyOf', 'must match a schema in anyOf');
  };
}

function oneOfCheck(branches: readonly number[]): Check {
  return (value, run) => {
    let fitting = 0;
    let isUndecided = false;
    for (let i = 0; i < branches.length && fitting < 2; i++) {
      const branch = branches[i];
      const verdict = branch !== undefined && run.accepts(branch, value);
      if (verdict === true) fitting += 1;
      else if (verdict === 'unknown') isUndecided = true;
    }
    if (isUndecided && fitting < 2) return run.undecided();
    if (fitting === 1) return true;
    if (fitting === 0) explainAll(branches, value, run);
    return run.fail('oneOf', 'must match exactly one schema in oneOf');
  };
}

function conditionCheck(condition: number, node: PlannedSchema): Check {
  return (value, run) => {
    const holds = run.accepts(condition, value);
    if (holds === 'unknown') return eitherWay(node, value, run);
    const next = holds ? node.then : node.else;
    return next === undefined || run.apply(next, value);
  };
}

/** The condition is undecided, so only what holds or fails in both cases is certain. */
function eitherWay({ then, else: otherwise }: PlannedSchema, value: unknown, run: Run): boolean {
  const verdicts = [then, otherwise].map((next) => next === undefined || run.accepts(next, value));
  if (verdicts.every((verdict) => verdict === true)) return true;
  if (then === undefined || verdicts.some((verdict) => verdict !== false)) return run.undecided();
  return run.apply(then, value);
}
