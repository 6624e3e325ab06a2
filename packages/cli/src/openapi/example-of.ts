import { isObject } from '@mkt/protocol';
import type { Schema } from './schemas.ts';

const MAX_EXAMPLE_DEPTH = 12;
const MAX_FIELDS = 200;

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  'uri-reference': '/path',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'dGV4dA==',
};

/**
 * An example of a schema with `$defs`: the values that it gives, else made from its types. It may still
 * not match, for instance because of a pattern.
 */
export function exampleOf(root: Schema): unknown {
  const definitions = isObject(root['$defs']) ? root['$defs'] : {};
  let fields = 0;

  function from(schema: unknown, depth: number): unknown {
    if (!isObject(schema) || depth > MAX_EXAMPLE_DEPTH || ++fields > MAX_FIELDS) return null;
    const { $ref, examples, default: usual, enum: values, allOf } = schema;
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
    if (usual !== undefined) return usual;
    if (Object.hasOwn(schema, 'const')) return schema['const'];
    if (Array.isArray(values)) return values[0];
    if (typeof $ref === 'string')
      return from(definitions[$ref.slice('#/$defs/'.length)], depth + 1);
    if (Array.isArray(allOf)) {
      const all = [{ ...schema, allOf: undefined }, ...allOf].map((each) => from(each, depth + 1));
      const objects = all.filter((each) => isObject(each));
      return objects.length > 0 ? Object.assign({}, ...objects) : (all[1] ?? null);
    }
    const options = schema['oneOf'] ?? schema['anyOf'];
    if (Array.isArray(options)) return from(options[0], depth + 1);
    return byType(schema, depth);
  }

  function byType(schema: Schema, depth: number): unknown {
    const given = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
    switch (given ?? (isObject(schema['properties']) ? 'object' : undefined)) {
      case 'object':
        return objectFrom(schema, depth);
      case 'array': {
        const least = Math.max(1, Math.min(Number(schema['minItems'] ?? 1), 10));
        return Array.from({ length: least }, () => from(schema['items'] ?? {}, depth + 1));
      }
      case 'string':
        return textFrom(schema);
      case 'integer':
      case 'number':
        return numberFrom(schema);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  /** Required fields, and others that have an example of their own. */
  function objectFrom({ properties, required }: Schema, depth: number): unknown {
    if (!isObject(properties)) return {};
    const isShown = (name: string, schema: unknown) =>
      (Array.isArray(required) && required.includes(name)) ||
      (isObject(schema) && Array.isArray(schema['examples']));
    const shown = Object.entries(properties).filter(([name, schema]) => isShown(name, schema));
    return Object.fromEntries(shown.map(([name, schema]) => [name, from(schema, depth + 1)]));
  }

  return from(root, 0);
}

function textFrom({ format, minLength, maxLength }: Schema): string {
  const text = BY_FORMAT[String(format)] ?? 'text';
  const least = Math.min(Number(minLength ?? 0), 1_000);
  return text.padEnd(least, 'x').slice(0, Number(maxLength ?? 1_000));
}

function numberFrom({ minimum, exclusiveMinimum, maximum, multipleOf }: Schema): number {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : Number(minimum ?? 1);
  const step = Number(multipleOf ?? 0);
  const number = step > 0 ? Math.ceil(least / step) * step : least;
  return typeof maximum === 'number' ? Math.min(number, maximum) : number;
}
