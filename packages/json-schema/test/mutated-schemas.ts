import { array, constantFrom, integer, tuple, type Arbitrary } from 'fast-check';
import { schemas } from './arbitrary-schemas.ts';

type Json = Record<string, unknown>;
type Edit = (schema: Json, other: unknown, pick: number) => void;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All objects inside a value, itself included: most of them are subschemas. */
function objectsIn(value: unknown, into: Json[] = []): Json[] {
  if (isObject(value)) into.push(value);
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) objectsIn(inner, into);
  }
  return into;
}

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];

/** Ordinary edits, and some unlikely ones. */
const EDITS: readonly Edit[] = [
  function dropKeyword(schema, _, pick) {
    const keyword = at(Object.keys(schema), pick);
    if (keyword !== undefined) delete schema[keyword];
  },
  function copyKeyword(schema, other, pick) {
    const entry = isObject(other) ? at(Object.entries(other), pick) : undefined;
    if (entry) schema[entry[0]] = entry[1];
  },
  function moveNumber(schema, _, pick) {
    const numbers = Object.keys(schema).filter((keyword) => typeof schema[keyword] === 'number');
    const keyword = at(numbers, pick);
    if (keyword !== undefined) schema[keyword] = (schema[keyword] as number) + ((pick % 3) - 1);
  },
  function editList(schema, other, pick) {
    const lists = Object.values(schema).filter((value) => Array.isArray(value));
    const list = at(lists, pick);
    if (list && pick % 2 === 0) list.splice(pick % (list.length + 1), 1);
    else if (list) list.push(typeof list[0] === 'string' ? 'b' : other);
  },
  function reverseList(schema, _, pick) {
    at(
      Object.values(schema).filter((value) => Array.isArray(value)),
      pick,
    )?.reverse();
  },
  function addMember(schema, other, pick) {
    const name = at(['a', 'b', 'constructor', 'é'], pick) ?? 'a';
    schema['properties'] = { ...(schema['properties'] as Json), [name]: other };
  },
  function close(schema) {
    schema['additionalProperties'] = false;
  },
  function wrap(schema, _, pick) {
    const inner = structuredClone(schema);
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    schema[at(['allOf', 'anyOf', 'oneOf'], pick) ?? 'allOf'] = [inner];
  },
  function addAlternative(schema, other, pick) {
    const inner = structuredClone(schema);
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    schema[at(['anyOf', 'oneOf'], pick) ?? 'anyOf'] = [inner, other];
  },
  function makeDefinition(schema) {
    const inner = structuredClone(schema);
    for (const keyword of Object.keys(schema)) delete schema[keyword];
    Object.assign(schema, { $ref: '#/$defs/moved', $defs: { moved: inner } });
  },
  function widenType(schema) {
    if (schema['type'] === 'integer') schema['type'] = 'number';
    else if (typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null'];
  },
  function changeType(schema, _, pick) {
    schema['type'] = at(['string', 'object', 'array', 'integer', 'number', 'boolean'], pick);
  },
];

const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A schema, and the same schema after some edits. */
export const schemaPairs: Arbitrary<{ before: unknown; after: unknown }> = tuple(
  schemas,
  array(tuple(constantFrom(...EDITS), schemas, integer({ min: 0, max: 1000 })), {
    minLength: 1,
    maxLength: 3,
  }),
).map(([schema, edits]) => {
  const after = clone(schema);
  for (const [edit, other, pick] of edits) {
    const target = at(objectsIn(after), pick);
    if (target) edit(target, clone(other), Math.floor(pick / 7));
  }
  return { before: clone(schema), after };
});
