import type { PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run } from '../run.ts';
import { lazyPattern } from './strings.ts';

type Members = Readonly<Record<string, unknown>>;

/** Units per name in `properties` or `required`, and per member when a value's names are listed. */
const PER_NAME = 6;

/** Checks for member counts, required members and member schemas. */
export function objectChecks(node: PlannedSchema, run: Run): Check[] {
  const checks: Check[] = [];
  const { required, dependentRequired, dependentSchemas } = node;
  if (required) {
    run.spend(PER_NAME * required.length);
    checks.push((value, run) => hasAll(value as Members, required, run));
  }
  if (node.minProperties !== undefined || node.maxProperties !== undefined) {
    checks.push(sizeCheck(node));
  }
  if (node.properties || node.patternProperties || node.additionalProperties !== undefined) {
    checks.push(membersCheck(node, run));
  }
  if (node.propertyNames !== undefined) checks.push(namesCheck(node.propertyNames));
  for (const [name, needed] of dependentRequired ?? []) {
    checks.push(
      (value, run) =>
        !Object.hasOwn(value as Members, name) || hasAll(value as Members, needed, run, name),
    );
  }
  for (const [name, index] of dependentSchemas ?? []) {
    checks.push((value, run) => !Object.hasOwn(value as Members, name) || run.apply(index, value));
  }
  return checks;
}

/** @param property the member that requires the others, for `dependentRequired` */
function hasAll(value: Members, names: readonly string[], run: Run, property?: string): boolean {
  const keyword = property === undefined ? 'required' : 'dependentRequired';
  run.spend(names.length);
  let has = true;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name === undefined || Object.hasOwn(value, name)) continue;
    has = run.fail(keyword, '', { missingProperty: name, property });
    if (run.violations === null) return false;
  }
  return has;
}

/** The names of a value's members. */
export function namesOf(value: Members, run: Run): string[] {
  const names = Object.keys(value);
  run.spend(PER_NAME * names.length);
  return names;
}

function sizeCheck({ minProperties = 0, maxProperties }: PlannedSchema): Check {
  return (value, run) => {
    const { length } = namesOf(value as Members, run);
    let fits = true;
    if (length < minProperties) {
      const message = `must not have fewer than ${minProperties} properties`;
      fits = run.fail('minProperties', message, { limit: minProperties });
    }
    if (maxProperties !== undefined && length > maxProperties) {
      const message = `must not have more than ${maxProperties} properties`;
      fits = run.fail('maxProperties', message, { limit: maxProperties });
    }
    return fits;
  };
}

function namesCheck(index: number): Check {
  return (value, run) => {
    let fits = true;
    for (const name of namesOf(value as Members, run)) {
      const outer = run.propertyName;
      run.propertyName = name;
      const fitsHere = run.apply(index, name);
      run.propertyName = outer;
      if (fitsHere) continue;
      if (run.violations === null) return false;
      fits = false;
    }
    return fits;
  };
}

/** `properties`, `patternProperties` and `additionalProperties`, in one pass over the value's members. */
function membersCheck(node: PlannedSchema, run: Run): Check {
  const { properties = [], patternProperties = [], additionalProperties } = node;
  run.spend(PER_NAME * properties.length);
  if (patternProperties.length === 0 && additionalProperties === undefined) {
    return listedCheck(properties);
  }
  const listed = new Map(properties);
  const patterns = patternProperties.map(([planned, index]) => ({
    test: lazyPattern(planned),
    index,
  }));
  return (value, run) => {
    const members = value as Members;
    let fits = true;
    for (const name of namesOf(members, run)) {
      const member = members[name];
      const own = listed.get(name);
      let known = own !== undefined;
      let fitsHere = own === undefined || run.applyInside(own, name, member);
      for (const { test, index } of patterns) {
        if (!test(name, run)) continue;
        known = true;
        fitsHere = run.applyInside(index, name, member) && fitsHere;
      }
      if (!known && additionalProperties !== undefined) {
        fitsHere = additional(additionalProperties, name, member, listed, run);
      }
      if (fitsHere) continue;
      if (run.violations === null) return false;
      fits = false;
    }
    return fits;
  };
}

function additional(
  index: number,
  name: string,
  member: unknown,
  listed: ReadonlyMap<string, number>,
  run: Run,
): boolean {
  const { violations } = run;
  if (violations === null) return run.apply(index, member);
  const before = violations.length;
  const fits = run.applyInside(index, name, member);
  const [refusal] = violations.slice(before);
  // The schema is `false`: report the member as unknown.
  if (refusal?.keyword === 'false schema' && violations.length === before + 1) {
    violations.length = before;
    return run.fail('additionalProperties', '', { additionalProperty: name, properties: listed });
  }
  return fits;
}

/** Looks up the schema's names in the value, because a schema usually has fewer names than a hostile value. */
function listedCheck(properties: readonly (readonly [name: string, node: number])[]): Check {
  const names = properties.map(([name]) => name);
  const nodes = properties.map(([, node]) => node);
  return (value, run) => {
    const members = value as Members;
    run.spend(names.length);
    let fits = true;
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      const index = nodes[i];
      if (name === undefined || index === undefined || !Object.hasOwn(members, name)) continue;
      if (run.applyInside(index, name, members[name])) continue;
      if (run.violations === null) return false;
      fits = false;
    }
    return fits;
  };
}
