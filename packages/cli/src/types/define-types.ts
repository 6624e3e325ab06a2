import type { DescribedNode } from '@mkt/json-schema';
import { stringLiteral } from './safe-text.ts';
import {
  ANY_KIND,
  createKinds,
  type GeneratorSchema,
  NEVER,
  schemaShape,
  UNKNOWN,
} from './schema-shape.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

interface MemberNames {
  /** A placeholder for a name while the types are generated. */
  codeOf(name: string): string;
  /** Code of types with the names in place of their codes. */
  restore(code: string): string;
}

/**
 * Keeps the names of members away from the generator, which knows names that mean something else, such
 * as `__proto__` and `[k: string]`. `nonce` is unpredictable, so that no text can contain a code.
 */
export function createMemberNames(nonce: string): MemberNames {
  const codes = new Map<string, string>();
  const names: string[] = [];
  const pattern = new RegExp(`name${nonce}x(\\d+)x`, 'g');
  return {
    codeOf(name) {
      const known = codes.get(name);
      if (known !== undefined) return known;
      const code = `name${nonce}x${names.length}x`;
      codes.set(name, code);
      names.push(name);
      return code;
    },
    restore: (code) =>
      code.replaceAll(pattern, (_, index: string) => {
        const name = names[Number(index)] ?? '';
        return IDENTIFIER.test(name) ? name : stringLiteral(name);
      }),
  };
}

/** One named type of a file. */
export interface Definition {
  name: string;
  schema: GeneratorSchema;
}

interface Naming {
  /** The name of the whole schema's type. */
  root: string;
  /** A free name for a part of the schema. */
  nameFor(text: string): string;
  nameCode(name: string): string;
}

/** A schema of 5,000 nodes has at most this many for each set of kinds that it is used with. */
const MAX_STATES = 20_000;
/** Deeper parts get a name, so that neither the generator nor an editor has to nest without end. */
const MAX_DEPTH = 12;
/** A type that is as short as its name is repeated instead. */
const MAX_REPEATED = 60;

export class TooLarge extends Error {}

interface State {
  node: number;
  kinds: number;
}

const keyOf = ({ node, kinds }: State) => `${node}:${kinds}`;

/** The type of a part, inside the shape of another one. */
type Use = (state: State, options: { isNamed: boolean }) => GeneratorSchema;

/**
 * The types of a schema, the whole schema's first. A part becomes its own type if several parts
 * refer to it, which every loop does, if it is nested deeply, or where it needs a name.
 */
export function defineTypes(nodes: readonly DescribedNode[], naming: Naming): Definition[] {
  const kindsOf = createKinds(nodes);
  const stateOf = (node: number, kinds: number): State => ({ node, kinds: kinds & kindsOf(node) });
  const shape = ({ node, kinds }: State, use: Use) =>
    schemaShape(nodes[node] ?? { plan: true, pointer: '' }, kinds, {
      typeOf: (index, wanted) => use(stateOf(index, wanted), { isNamed: false }),
      namedTypeOf: (index, wanted) => use(stateOf(index, wanted), { isNamed: true }),
      nameCode: naming.nameCode,
    });

  const root = stateOf(0, ANY_KIND);
  const { uses, leaves } = countUses(root, shape);
  const names = new Map([[keyOf(root), naming.root]]);
  const waiting: State[] = [root];

  const typeOf = (state: State, depth: number, isNamed: boolean): GeneratorSchema => {
    if (state.kinds === 0) return NEVER;
    const key = keyOf(state);
    const leaf = leaves.get(key);
    if (leaf) return leaf;
    const known = names.get(key);
    if (known !== undefined) return { tsType: known };
    if ((uses.get(key) ?? 0) < 2 && depth < MAX_DEPTH && !isNamed) {
      return shape(state, (inner, options) => typeOf(inner, depth + 1, options.isNamed));
    }
    const name = naming.nameFor(lastSegment(nodes[state.node]?.pointer ?? ''));
    names.set(key, name);
    waiting.push(state);
    return { tsType: name };
  };

  const definitions: Definition[] = [];
  // The list grows while it is read.
  for (const state of waiting) {
    const schema = shape(state, (inner, options) => typeOf(inner, 1, options.isNamed));
    definitions.push({ name: names.get(keyOf(state)) ?? naming.root, schema });
  }
  return definitions;
}

/** How often each part is used, and the short ones without parts of their own. */
function countUses(root: State, shape: (state: State, use: Use) => GeneratorSchema) {
  const uses = new Map<string, number>([[keyOf(root), 1]]);
  const leaves = new Map<string, GeneratorSchema>();
  const waiting = [root];
  for (const state of waiting) {
    let isLeaf = true;
    const found = shape(state, (inner) => {
      isLeaf = false;
      const key = keyOf(inner);
      const count = uses.get(key) ?? 0;
      uses.set(key, count + 1);
      if (count === 0) waiting.push(inner);
      return UNKNOWN;
    });
    if (isLeaf && state !== root && JSON.stringify(found).length <= MAX_REPEATED) {
      leaves.set(keyOf(state), found);
    }
    if (waiting.length > MAX_STATES) {
      throw new TooLarge(`it has more than ${MAX_STATES.toLocaleString('en')} parts`);
    }
  }
  return { uses, leaves };
}

/** `#/$defs/address` is about an address. */
function lastSegment(pointer: string): string {
  const segment = pointer.split('/').findLast((each) => !/^\d*$/.test(each)) ?? '';
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
