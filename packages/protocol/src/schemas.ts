import * as schemas from './generated/schemas.ts';
import type { SellerUrlMode } from './listing.ts';

/** The pattern of URLs in a contract. The wire schema contains the one of dev mode. */
export const sellerUrlPattern = (mode: SellerUrlMode): string =>
  mode === 'dev' ? schemas.SellerUrl.pattern : schemas.SellerUrl.pattern.replace('[Ss]?:', '[Ss]:');

export type SchemaName = keyof typeof schemas;
type JsonSchema = Record<string, unknown>;

/** Every wire schema by name. A reference reads `#/$defs/<name>`. */
export const SCHEMAS: Readonly<Record<SchemaName, JsonSchema>> = schemas;

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Whether a property of a wire schema is an object; in a query it is written `name[member]=text`. */
export function isObjectSchema(schema: unknown): boolean {
  const { $ref, type } = (schema ?? {}) as { $ref?: string; type?: unknown };
  if ($ref === undefined) return type === 'object';
  return isObjectSchema(SCHEMAS[$ref.replace('#/$defs/', '') as SchemaName]);
}

function referenced(value: unknown, found: Set<SchemaName>): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key !== '$ref' || typeof inner !== 'string') {
      referenced(inner, found);
      continue;
    }
    const name = inner.replace('#/$defs/', '') as SchemaName;
    if (found.has(name)) continue;
    found.add(name);
    referenced(SCHEMAS[name], found);
  }
}

/** A self-contained schema: the schemas that it refers to are in its `$defs`. */
export function standaloneSchema(name: SchemaName): JsonSchema {
  const names = new Set<SchemaName>();
  referenced(SCHEMAS[name], names);
  const defs = [...names].toSorted().map((each) => [each, SCHEMAS[each]]);
  return {
    $schema: DIALECT,
    ...SCHEMAS[name],
    ...(defs.length > 0 ? { $defs: Object.fromEntries(defs) } : {}),
  };
}

/**
 * The response of `GET /v1/mkt-schema`: the schema that a seller's `/contract` must match. The wire
 * schema allows http URLs, as in dev mode; in production its pattern for URLs allows https only.
 */
export function sellerContractSchema(mode: SellerUrlMode): JsonSchema {
  const schema = standaloneSchema('SellerContract');
  const { SellerUrl, ...defs } = schema['$defs'] as { SellerUrl: JsonSchema };
  const pattern = sellerUrlPattern(mode);
  return { ...schema, $defs: { ...defs, SellerUrl: { ...SellerUrl, pattern } } };
}
