import type { PlannedSchema } from '../plan/plan.ts';
import type { Arena } from './arena.ts';
import { KIND } from './kinds.ts';
import { either, type Failure, quoted, type Rule } from './prover.ts';
import { limit } from './string-rules.ts';

/** These names and all that must be present together with them. */
function requiredWith(names: readonly string[], facts: readonly PlannedSchema[]): Set<string> {
  const required = new Set([...names, ...facts.flatMap((fact) => fact.required ?? [])]);
  const needs = new Map<string, string[]>();
  for (const [name, needed] of facts.flatMap((fact) => fact.dependentRequired ?? [])) {
    needs.set(name, [...(needs.get(name) ?? []), ...needed]);
  }
  for (const name of required) for (const needed of needs.get(name) ?? []) required.add(needed);
  return required;
}

const requiredRule: Rule = ({ facts, sup, node, kinds }, { arena }) => {
  if ((kinds & KIND.object) === 0 || !node.required) return [];
  const present = requiredWith([], facts);
  arena.spend(present.size + node.required.length);
  return node.required
    .filter((name) => !present.has(name))
    .map((name): Failure => {
      const sentence = either(
        () => `${quoted(name)} is now required.`,
        () => `${quoted(name)} may now be left out.`,
      );
      return { node: sup, keyword: 'required', isCertain: true, sentence };
    });
};

const dependentRule: Rule = ({ facts, sup, node, kinds }, { arena }) => {
  if ((kinds & KIND.object) === 0) return [];
  const failures: Failure[] = [];
  for (const [name, needed] of node.dependentRequired ?? []) {
    const present = requiredWith([name], facts);
    arena.spend(present.size + needed.length);
    for (const missing of needed.filter((each) => !present.has(each))) {
      const sentence = either(
        () => `${quoted(missing)} is now required when ${quoted(name)} is present.`,
        () => `${quoted(missing)} may now be left out when ${quoted(name)} is present.`,
      );
      failures.push({ node: sup, keyword: '', isCertain: true, sentence });
    }
  }
  return failures;
};

const dependentSchemasRule: Rule = ({ facts, sub, node, kinds }, prover) => {
  if ((kinds & KIND.object) === 0) return [];
  return (node.dependentSchemas ?? []).flatMap(([name, inner]) => {
    const known = facts.flatMap((fact) =>
      (fact.dependentSchemas ?? []).filter(([each]) => each === name).map(([, node]) => node),
    );
    const present = prover.conjunction(
      [...sub.nodes, ...known],
      sub.kinds & KIND.object,
      sub.split,
    );
    return prover.failures(present, inner);
  });
};

/** The names that an object can have, if its schema lists them. */
function listedNames(facts: readonly PlannedSchema[], arena: Arena): string[] | undefined {
  const isClosed = (fact: PlannedSchema) =>
    fact.additionalProperties !== undefined &&
    arena.nodes[fact.additionalProperties] === false &&
    !fact.patternProperties;
  const closed = facts.find(isClosed);
  return closed && (closed.properties ?? []).map(([name]) => name);
}

const sizeRule: Rule = ({ facts, sup, node, kinds }, { arena }) => {
  if ((kinds & KIND.object) === 0) return [];
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = node;
  const failures: Failure[] = [];
  const knownMin = Math.max(0, ...facts.map((fact) => fact.minProperties ?? 0));
  if (minProperties > Math.max(knownMin, requiredWith([], facts).size)) {
    failures.push(limit('minProperties', knownMin || undefined, minProperties, sup));
  }
  const knownMax = Math.min(...facts.map((fact) => fact.maxProperties ?? Infinity), Infinity);
  if (maxProperties < Math.min(knownMax, listedNames(facts, arena)?.length ?? Infinity)) {
    const known = Number.isFinite(knownMax) ? knownMax : undefined;
    failures.push(limit('maxProperties', known, maxProperties, sup));
  }
  return failures;
};

const namesRule: Rule = ({ facts, sup, node: { propertyNames }, kinds }, prover) => {
  if (propertyNames === undefined || (kinds & KIND.object) === 0) return [];
  const known = facts.flatMap((fact) => fact.propertyNames ?? []);
  const names = prover.conjunction(known, KIND.string);
  const inner = prover.failures(names, propertyNames);
  const { arena } = prover;
  const isListed = listedNames(facts, arena)?.every(
    (name) => arena.holds(propertyNames, name) === true,
  );
  if (inner.length === 0 || isListed === true) return [];
  const isCertain = inner.some((failure) => failure.isCertain);
  const sentence = either(
    ({ of }) => `Some names of members${of} may no longer be allowed.`,
    ({ of }) => `More names of members${of} may be allowed now.`,
  );
  return [{ node: sup, keyword: 'propertyNames', isCertain, sentence }];
};

/** Keywords about objects, except those with a schema for each member. */
export const objectRules: readonly Rule[] = [
  requiredRule,
  dependentRule,
  dependentSchemasRule,
  sizeRule,
  namesRule,
];
