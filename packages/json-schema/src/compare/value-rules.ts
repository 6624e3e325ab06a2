import { KIND, kindOf, kindsOfTypes } from './kinds.ts';
import {
  type Conjunction,
  either,
  type Failure,
  type Goal,
  type Prover,
  quoted,
  type Rule,
} from './prover.ts';

const NOUNS: readonly (readonly [kinds: number, noun: string])[] = [
  [KIND.integer | KIND.fraction, 'a number'],
  [KIND.integer, 'an integer'],
  [KIND.fraction, 'a fractional number'],
  [KIND.string, 'a string'],
  [KIND.boolean, 'a boolean'],
  [KIND.object, 'an object'],
  [KIND.array, 'an array'],
  [KIND.null, 'null'],
];

function nounsOf(kinds: number): string {
  const nouns: string[] = [];
  let rest = kinds;
  for (const [bits, noun] of NOUNS) {
    if ((rest & bits) !== bits) continue;
    nouns.push(noun);
    rest &= ~bits;
  }
  return nouns.length > 1
    ? `${nouns.slice(0, -1).join(', ')} or ${nouns.at(-1) ?? ''}`
    : (nouns[0] ?? 'a value');
}

export const typeRule: Rule = ({ sup, node, kinds }) => {
  const lost = kinds & ~kindsOfTypes(node.type);
  if (lost === 0) return [];
  const sentence = either(
    ({ it }) => `${it} may no longer be ${nounsOf(lost)}.`,
    ({ it }) => `${it} may now also be ${nounsOf(lost)}.`,
  );
  return [{ node: sup, keyword: 'type', isCertain: true, sentence }];
};

/** An infinite set never lies within an enumeration; finite ones are compared value by value. */
export const enumRule: Rule = ({ sup, node }) => {
  const keyword = node.enum ? 'enum' : 'const';
  if (!node.enum && !node.const) return [];
  const sentence = either(
    ({ it }) => `${it} may now only be one of a list of values.`,
    ({ it }) => `${it} is no longer limited to a list of values.`,
  );
  return [{ node: sup, keyword, isCertain: true, sentence }];
};

/** The values of a conjunction, if an enumeration lists them, including undecided ones. */
export function finiteValues(sub: Conjunction, prover: Prover): unknown[] | undefined {
  const { arena } = prover;
  const kinds = prover.kindsOf(sub);
  let values: readonly unknown[] | undefined;
  for (const node of sub.nodes) {
    const keywords = arena.nodes[node];
    if (typeof keywords !== 'object') continue;
    values ??= keywords.const ? [keywords.const.value] : keywords.enum?.values;
  }
  if ((kinds & ~(KIND.null | KIND.boolean)) === 0) values ??= [null, false, true];
  return values?.filter(
    (value) =>
      (kindOf(value) & sub.kinds) !== 0 &&
      sub.nodes.every((node) => arena.holds(node, value) !== false),
  );
}

/** Maximum number of values that get a sentence of their own. */
const NAMED = 5;

export function finiteFailures(
  values: readonly unknown[],
  { sub, sup, node }: Pick<Goal, 'sub' | 'sup' | 'node'>,
  { arena }: Prover,
): Failure[] {
  const refused = values.flatMap((value) => {
    const verdict = arena.holds(sup, value);
    if (verdict === true) return [];
    const isMember = sub.nodes.every((inner) => arena.holds(inner, value) === true);
    return [{ value, isCertain: isMember && verdict === false }];
  });
  const keyword = node.enum ? 'enum' : node.const ? 'const' : '';
  const failures = refused.slice(0, NAMED).map(({ value, isCertain }): Failure => {
    const sentence = either(
      ({ it }) => `${it} may no longer be ${quoted(value)}.`,
      ({ it }) => `${it} may now also be ${quoted(value)}.`,
    );
    return { node: sup, keyword, isCertain, sentence };
  });
  const more = refused.length - failures.length;
  if (more > 0) {
    const sentence = either(
      ({ it }) => `${it} may no longer be any of ${more} more values.`,
      ({ it }) => `${it} may now also be any of ${more} more values.`,
    );
    const isCertain = refused.slice(NAMED).every((each) => each.isCertain);
    failures.push({ node: sup, keyword, isCertain, sentence });
  }
  return failures;
}
