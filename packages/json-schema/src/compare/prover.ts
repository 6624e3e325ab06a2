import { pointerSegments } from '@mkt/protocol';
import type { PlannedSchema } from '../plan/plan.ts';
import type { Arena } from './arena.ts';

/** The values that all of these nodes accept and that are of one of these kinds. */
export interface Conjunction {
  /** Closed under `refs` and `allOf`, sorted. */
  nodes: readonly number[];
  kinds: number;
  /** Choices (`anyOf`, `oneOf`, `if`) of which one branch is already among the nodes. */
  split: readonly string[];
  /** The same for equal conjunctions. */
  key: string;
}

/** How a schema calls the part of a value that a finding is about. */
interface Subject {
  /** `"city"`, or `The value`. */
  it: string;
  /** ` of "city"`, or nothing. */
  of: string;
}

/**
 * Why a conjunction could not be shown to lie within a node: a keyword of that node may refuse a value.
 */
export interface Failure {
  /** The node whose keyword it is, which the pointer of the finding leads to. */
  node: number;
  keyword: string;
  /** Some value is certainly refused. Otherwise nothing was proven either way. */
  isCertain: boolean;
  /** As a change: to the narrower schema, or back from it to the wider one. */
  sentence(subject: Subject, isNarrower: boolean): string;
}

/** Whether every value of `sub` is accepted by a node, seen from one of its keywords' rules. */
export interface Goal {
  sub: Conjunction;
  /** The keywords of the nodes of `sub`. */
  facts: readonly PlannedSchema[];
  sup: number;
  /** The keywords of `sup`. */
  node: PlannedSchema;
  /** Kinds of values that `sub` has. */
  kinds: number;
}

export interface Prover {
  arena: Arena;
  conjunction(nodes: readonly number[], kinds?: number, split?: readonly string[]): Conjunction;
  /** A conjunction with one more node, and the choice that it decides. */
  with(sub: Conjunction, node: number, choice?: string): Conjunction;
  kindsOf(sub: Conjunction): number;
  /** Empty when every value of `sub` is accepted by `sup`. */
  failures(sub: Conjunction, sup: number): Failure[];
  /** No value belongs to both. When false, nothing is known. */
  areDisjoint(a: Conjunction, b: Conjunction): boolean;
  areIdentical(a: number, b: number): boolean;
}

export type Rule = (goal: Goal, prover: Prover) => Failure[];

/** Maximum length of a value of a schema that a finding quotes. */
const QUOTED = 60;

/** A value of a schema, short enough for a sentence. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > QUOTED ? `${text.slice(0, QUOTED).toWellFormed()}…` : text;
}

/** A keyword whose value differs: `sub` is its value on the narrower side, if it has one. */
export const changedSetting =
  (keyword: string, sub: unknown, sup: unknown): Failure['sentence'] =>
  ({ of }, isNarrower) => {
    const what = `"${keyword}"${of}`;
    if (sub === undefined) {
      return isNarrower
        ? `${what} was added: ${quoted(sup)}.`
        : `${what} was dropped; it was ${quoted(sup)}.`;
    }
    const [from, to] = isNarrower ? [sub, sup] : [sup, sub];
    return `${what} was changed from ${quoted(from)} to ${quoted(to)}.`;
  };

/** One sentence for the change to the narrower schema and one for the change back. */
export const either =
  (
    narrower: (subject: Subject) => string,
    wider: (subject: Subject) => string,
  ): Failure['sentence'] =>
  (subject, isNarrower) =>
    isNarrower ? narrower(subject) : wider(subject);

/**
 * What a pointer into a schema is about, as a path in the value: `/properties/tags/items` is about
 * `tags[]`. Empty for the whole value, and where `$defs` leave it open.
 */
export function subjectAt(pointer: string): Subject {
  const segments = pointerSegments(pointer);
  let path = '';
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i] ?? '';
    if (segment === 'properties') path += `${path === '' ? '' : '.'}${segments[++i] ?? ''}`;
    else if (segment === '$defs' || segment === 'definitions') [path, i] = ['', i + 1];
    else if (segment === 'items' || segment === 'prefixItems') {
      path += '[]';
      if (/^\d+$/.test(segments[i + 1] ?? '')) i += 1;
    }
  }
  return path === ''
    ? { it: 'The value', of: '' }
    : { it: quoted(path), of: ` of ${quoted(path)}` };
}
