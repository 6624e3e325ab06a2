import { isObject, pointerTo } from '@mkt/protocol';
import type { SchemaObject } from '../../document/subschemas.ts';
import type { Plan, PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run, Verdict } from '../run.ts';
import { namesOf } from './objects.ts';
import { lazyPattern } from './scalars.ts';

/** The members of one object or list that the schemas that accept it have evaluated. */
interface Evaluated {
  /** Every member was evaluated, including those that were not listed yet. */
  all: boolean;
  /** Nodes whose keywords were looked at. */
  nodes: Set<number>;
  names: Set<string | number>;
  /** Whether a member counts if it is undecided whether it was evaluated. */
  isLenient: boolean;
  /** Whether it is undecided for some members. */
  isUndecided: boolean;
}

/** Whether a verdict counts, for these members. */
function counts(verdict: Verdict, into: Evaluated): boolean {
  if (verdict !== 'unknown') return verdict;
  into.isUndecided = true;
  return into.isLenient;
}

type Value = SchemaObject | readonly unknown[];

/** Units per node whose evaluated members are collected, and per name that it lists. */
const PER_NODE = 40;
const PER_NAME = 8;

/**
 * What a node, which accepts the value, and the schemas that apply in its place have evaluated: the
 * annotations that `unevaluatedProperties` and `unevaluatedItems` depend on (JSON Schema core
 * 2020-12, section 11).
 */
function evaluatedBy(plan: Plan) {
  const patterns = new Map<string, ReturnType<typeof lazyPattern>>();

  function collect(index: number, value: Value, into: Evaluated, run: Run, isOwner = false): void {
    run.spend(PER_NODE);
    const node = plan.nodes[index];
    if (node === undefined || typeof node === 'boolean' || into.all) return;
    if (into.nodes.has(index)) return;
    into.nodes.add(index);
    if (Array.isArray(value)) collectItems(node, value, into, run, isOwner);
    else collectMembers(node, value as SchemaObject, into, run, isOwner);
    for (const inner of inPlace(node, value, into, run)) collect(inner, value, into, run);
  }

  function collectItems(
    node: PlannedSchema,
    value: readonly unknown[],
    into: Evaluated,
    run: Run,
    isOwner: boolean,
  ): void {
    const { prefixItems = [], items, contains, unevaluatedItems } = node;
    if (items !== undefined || (unevaluatedItems !== undefined && !isOwner)) into.all = true;
    for (const position of prefixItems.keys()) into.names.add(position);
    if (contains === undefined || !plan.containsEvaluates || into.all) return;
    for (const [position, item] of value.entries()) {
      run.spend(PER_NAME);
      if (counts(run.accepts(contains, item), into)) into.names.add(position);
    }
  }

  function collectMembers(
    node: PlannedSchema,
    value: SchemaObject,
    into: Evaluated,
    run: Run,
    isOwner: boolean,
  ): void {
    const { properties = [], patternProperties = [] } = node;
    const { additionalProperties, unevaluatedProperties } = node;
    if (additionalProperties !== undefined) into.all = true;
    if (unevaluatedProperties !== undefined && !isOwner) into.all = true;
    run.spend(PER_NAME * properties.length);
    for (const [name] of properties) into.names.add(name);
    for (const [planned] of patternProperties) {
      const matches = patterns.get(planned.source) ?? lazyPattern(planned);
      patterns.set(planned.source, matches);
      for (const name of Object.keys(value)) {
        if (counts(matches(name, run), into)) into.names.add(name);
      }
    }
  }

  return (index: number, value: Value, run: Run, isLenient = false): Evaluated => {
    const evaluated: Evaluated = {
      all: false,
      nodes: new Set(),
      names: new Set(),
      isLenient,
      isUndecided: false,
    };
    collect(index, value, evaluated, run, true);
    return evaluated;
  };
}

/** The schemas in place that accept the value, given that the schema around them does. */
function inPlace(node: PlannedSchema, value: Value, into: Evaluated, run: Run): number[] {
  const taken = [...(node.refs ?? []), ...(node.allOf ?? [])];
  for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) {
    if (counts(run.accepts(branch, value), into)) taken.push(branch);
  }
  if (node.if !== undefined) {
    const holds = run.accepts(node.if, value);
    const mayHold = counts(holds, into);
    if (mayHold) taken.push(node.if, ...(node.then === undefined ? [] : [node.then]));
    if (node.else !== undefined && (holds === false || (holds === 'unknown' && mayHold))) {
      taken.push(node.else);
    }
  }
  for (const [name, inner] of Array.isArray(value) ? [] : (node.dependentSchemas ?? [])) {
    if (Object.hasOwn(value, name)) taken.push(inner);
  }
  return taken;
}

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
