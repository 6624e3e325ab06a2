import { COMPARED_NAMES, requiredBeside, unknownNameMessage, type Violation } from '@mkt/protocol';
import type { PlannedSchema } from '../../plan/plan.ts';
import type { Check, Run, Verdict } from '../run.ts';
import { lazyPattern } from './scalars.ts';

type Members = Readonly<Record<string, unknown>>;

/** Units per name in `properties` or `required`, and per member when a value's names are listed. */
const PER_NAME = 6;

/** Checks for member counts, required members and member schemas. */
export function objectChecks(node: PlannedSchema, run: Run): Check[] {
  const checks: Check[] = [];
  const { required, dependentRequired, dependentSchemas } = node;
  if (required) {
    run.spend(PER_NAME * required.length);
    checks.push((value, run) => hasAll(value as Members, required, run, REQUIRED));
  }
  if (node.minProperties !== undefined || node.maxProperties !== undefined) {
    checks.push(sizeCheck(node));
  }
  if (node.properties || node.patternProperties || node.additionalProperties !== undefined) {
    checks.push(membersCheck(node, run));
  }
  if (node.propertyNames !== undefined) checks.push(namesCheck(node.propertyNames));
  for (const [name, needed] of dependentRequired ?? []) {
    const keyword = 'dependentRequired';
    const message = () => requiredBeside(name);
    checks.push(
      (value, run) =>
        !Object.hasOwn(value as Members, name) ||
        hasAll(value as Members, needed, run, { keyword, message }),
    );
  }
  for (const [name, index] of dependentSchemas ?? []) {
    checks.push((value, run) => !Object.hasOwn(value as Members, name) || run.apply(index, value));
  }
  return checks;
}

const REQUIRED = { keyword: 'required', message: 'is required' };

function hasAll(
  value: Members,
  names: readonly string[],
  run: Run,
  { keyword, message }: Pick<Violation, 'keyword' | 'message'>,
): boolean {
  run.spend(names.length);
  let has = true;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name === undefined || Object.hasOwn(value, name)) continue;
    has = run.fail(keyword, message, { member: name });
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

function sizeCheck({ minProperties = 0, maxProperties = Infinity }: PlannedSchema): Check {
  const tooFew = `must not have fewer than ${minProperties} properties`;
  const tooMany = `must not have more than ${maxProperties} properties`;
  return (value, run) => {
    const { length } = namesOf(value as Members, run);
    if (length < minProperties) return run.fail('minProperties', tooFew);
    return length <= maxProperties || run.fail('maxProperties', tooMany);
  };
}

function namesCheck(index: number): Check {
  return (value, run) => {
    let fits = true;
    const { place, propertyName } = run;
    for (const name of namesOf(value as Members, run)) {
      // A name is another value than the object, at the same pointer.
      run.place = { ...place, inner: undefined };
      run.propertyName = name;
      const fitsHere = run.apply(index, name);
      run.propertyName = propertyName;
      run.place = place;
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
      let undecided: number[] | undefined;
      for (const { test, index } of patterns) {
        const matches = test(name, run);
        if (matches === 'unknown') (undecided ??= []).push(index);
        if (matches !== true) continue;
        known = true;
        fitsHere = run.applyInside(index, name, member) && fitsHere;
      }
      const rest = known ? undefined : additionalProperties;
      if (undecided) {
        fitsHere = fitsEitherWay(undecided, rest, name, member, run) && fitsHere;
      } else if (rest !== undefined) {
        fitsHere = additional(rest, name, member, listed, run);
      }
      if (fitsHere) continue;
      if (run.violations === null) return false;
      fits = false;
    }
    return fits;
  };
}

/**
 * A member whose name may match patterns that this validator does not run. If it matches none of them,
 * `rest` applies; only what holds or fails in every case is certain.
 */
function fitsEitherWay(
  nodes: readonly number[],
  rest: number | undefined,
  name: string,
  member: unknown,
  run: Run,
): boolean {
  const verdicts: Verdict[] = nodes.map((index) => run.accepts(index, member));
  verdicts.push(rest === undefined || run.accepts(rest, member));
  if (verdicts.every((verdict) => verdict === true)) return true;
  const [first] = nodes;
  if (first === undefined || verdicts.some((verdict) => verdict !== false)) return run.undecided();
  return run.applyInside(first, name, member);
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
    return run.fail('additionalProperties', () => unknownName(name, listed, run), { member: name });
  }
  return fits;
}

/** Units to compare a name with one that the schema defines. */
const PER_COMPARISON = 60;

function unknownName(name: string, listed: ReadonlyMap<string, number>, run: Run): string {
  run.spend(PER_COMPARISON * Math.min(listed.size, COMPARED_NAMES));
  return unknownNameMessage(name, listed.keys());
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
