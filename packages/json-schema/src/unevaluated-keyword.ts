import type { ErrorObject, FuncKeywordDefinition } from 'ajv';
import { evaluatedBy, type EvaluationContext } from './evaluated.ts';
import { pointerTo } from './json-pointer.ts';
import { UNEVALUATED } from './lower-schema.ts';
import { isObject } from './subschemas.ts';

interface Check {
  (value: unknown): boolean;
  errors?: Partial<ErrorObject>[];
}

/** `unevaluatedProperties` and `unevaluatedItems` of the schema whose pointer is the keyword's value. */
export function unevaluatedKeyword(context: EvaluationContext): FuncKeywordDefinition {
  return {
    keyword: UNEVALUATED,
    schemaType: 'string',
    // Last, when the schema's other keywords have accepted the value.
    post: true,
    compile(pointer: string) {
      const check: Check = (value) => {
        const error = firstUnevaluated(pointer, value, context);
        if (error) check.errors = [error];
        return error === undefined;
      };
      return check;
    },
  };
}

function firstUnevaluated(
  pointer: string,
  value: unknown,
  context: EvaluationContext,
): Partial<ErrorObject> | undefined {
  const node = context.document.nodes.get(pointer);
  const isList = Array.isArray(value);
  if (!node || typeof node.schema === 'boolean' || !(isList || isObject(value))) return undefined;
  const keyword = isList ? 'unevaluatedItems' : 'unevaluatedProperties';
  if (node.schema[keyword] === undefined) return undefined;
  const evaluated = evaluatedBy(pointer, value, context);
  if (evaluated.all) return undefined;
  const rest = pointerTo(pointer, keyword);
  const isLeft = ([name]: [string, unknown]) =>
    isList ? !evaluated.indexes.has(Number(name)) : !evaluated.names.has(name);
  const refused = Object.entries(value)
    .filter(isLeft)
    .find(([, member]) => !context.accepts(rest, member));
  if (!refused) return undefined;
  const [name] = refused;
  return isList
    ? { keyword, message: `must not have item ${name}, which no schema accepts`, params: {} }
    : { keyword, message: 'is not known', params: { unevaluatedProperty: name } };
}
