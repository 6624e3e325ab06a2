import { SCHEMAS, type SchemaName } from './schemas.ts';

const SCHEMA_COMPONENT = '#/components/schemas/';

/** Proxies and code generators that copy a pattern into code fail at a raw U+2028 or C1 character. */
const escaped = (pattern: string): string =>
  pattern.replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function componentPart(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return asComponent(value);
  if (key === '$ref') return value.replace('#/$defs/', SCHEMA_COMPONENT);
  return key === 'pattern' ? escaped(value) : value;
}

/** The schema with references to OpenAPI's components, and patterns of ASCII characters. */
export function asComponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asComponent);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, componentPart(key, inner)]),
  );
}

export const component = (name: SchemaName) => ({ $ref: `${SCHEMA_COMPONENT}${name}` });

/** The schema of a member, which may be a reference with its own description. */
export function descriptionOf(schema: { $ref?: string; description?: string }): string | undefined {
  if (schema.description !== undefined || schema.$ref === undefined) return schema.description;
  const name = schema.$ref.replace('#/$defs/', '') as SchemaName;
  return SCHEMAS[name]['description'] as string | undefined;
}

/** The targets of every `$ref` in a value. */
export function* referencesIn(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* referencesIn(inner);
  }
}

/** The schemas that these paths refer to, directly or not. */
export function usedSchemas(paths: unknown): Record<string, unknown> {
  const used: Record<string, unknown> = {};
  function collect(value: unknown): void {
    for (const target of referencesIn(value)) {
      const name = target.slice(SCHEMA_COMPONENT.length) as SchemaName;
      if (!target.startsWith(SCHEMA_COMPONENT) || used[name]) continue;
      used[name] = asComponent(SCHEMAS[name]);
      collect(used[name]);
    }
  }
  collect(paths);
  return used;
}
