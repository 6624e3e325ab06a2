import { isObject } from '@mkt/protocol';
import { safeSchema, type SafeSchema } from './safe-schema.ts';

export interface ToolSchema {
  type: 'object';
  properties: Record<string, SafeSchema>;
  required?: string[];
  additionalProperties?: false;
  description?: string;
}

/** The argument with a listing's input, when the input itself cannot be the arguments of a tool. */
export const INPUT = 'input';

/** All tools are read into the context of a model at once. */
const MAX_BYTES = 16_000;

/** Whether every input of a schema is an object, as the arguments of a tool are. */
function isObjectSchema(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'object';
}

/**
 * The arguments of a tool that calls a listing: the members of its input, or one argument `input` if
 * the input need not be an object, or if a member has a `reserved` name.
 */
export function toolSchema(
  inputSchema: unknown,
  reserved: readonly string[],
): { schema: ToolSchema; isWrapped: boolean } {
  const safe = safeSchema(inputSchema, MAX_BYTES);
  const properties = isObject(safe['properties']) ? safe['properties'] : {};
  const collides = reserved.some((name) => Object.hasOwn(properties, name));
  if (!isObjectSchema(inputSchema) || collides) {
    return {
      isWrapped: true,
      schema: {
        type: 'object',
        properties: { [INPUT]: safe },
        ...(inputSchema !== null && inputSchema !== undefined && { required: [INPUT] }),
      },
    };
  }
  // Model APIs refuse `anyOf` and `enum` at the top of a tool's arguments.
  const { anyOf: _anyOf, enum: _enum, ...rest } = safe;
  return { isWrapped: false, schema: { ...rest, type: 'object', properties } as ToolSchema };
}
