import type { Detail } from '@mkt/protocol';
import { SCHEMA_CAPS } from './caps.ts';
import { dialectOf, SUPPORTED_DIALECTS, type Dialect } from './dialect.ts';
import { collectFaults, type Faults } from './faults.ts';
import { pointerTo, valueAt } from './json-pointer.ts';
import { oversizeFault } from './json-size.ts';
import { metaSchemaFaults } from './meta-schema.ts';
import { checkPattern, type CheckedPattern } from './pattern.ts';
import { checkReferenceGraph } from './reference-graph.ts';
import { isReferenceOnly, readDocument, type SchemaDocument } from './schema-document.ts';
import { isObject, isSchema } from './subschemas.ts';

export type Inspection = { ok: true; document: SchemaDocument } | { ok: false; details: Detail[] };

/**
 * The whole of what is asked of a seller's schema before ajv sees it, cheapest first: size, dialect,
 * the walk with its caps and refused keywords, the meta-schema, patterns, reference loops.
 */
export function readSchema(schema: unknown, path: string): Inspection {
  try {
    return readParts(schema, path);
  } catch {
    // A value with getters or proxies that throw: only a caller in the same process can pass one.
    return { ok: false, details: [{ path, message: 'cannot be read' }] };
  }
}

function readParts(schema: unknown, path: string): Inspection {
  const faults = collectFaults(path);
  const fail = (): Inspection => ({ ok: false, details: faults.details });
  const oversize = oversizeFault(schema);
  if (oversize) faults.add('', oversize);
  else if (!isSchema(schema)) faults.add('', 'must be an object or a boolean', 'type');
  if (!isSchema(schema) || faults.details.length > 0) return fail();

  const $schema = isObject(schema) ? schema['$schema'] : undefined;
  const dialect = dialectOf($schema);
  if (!dialect) {
    faults.add('/$schema', `is not supported; supported are ${SUPPORTED_DIALECTS}`, '$schema');
    return fail();
  }
  const document = readDocument(schema, dialect, faults);
  if (faults.details.length > 0) return fail();

  const unfit = fitMetaSchema(schema, document, dialect, path);
  if (unfit.length > 0) return { ok: false, details: unfit };
  checkPatterns(document, faults);
  checkReferenceGraph(document, faults);
  return faults.details.length > 0 ? fail() : { ok: true, document };
}

function fitMetaSchema(
  schema: unknown,
  { strays }: SchemaDocument,
  dialect: Dialect,
  path: string,
): Detail[] {
  for (const pointer of ['', ...strays]) {
    const details = metaSchemaFaults(valueAt(schema, pointer).value, dialect, path + pointer);
    if (details.length > 0) return details;
  }
  return [];
}

/** V8 takes 0.05 ms to look up each `\p{…}`, as long as RE2 takes for so many steps. */
const PROPERTY_COST = 60;

function checkPatterns(document: SchemaDocument, faults: Faults): void {
  const checked = new Map<string, CheckedPattern>();
  let steps = 0;
  const check = (pattern: string, pointer: string, keyword: string) => {
    if (faults.full || steps > SCHEMA_CAPS.patternStepsInAll) return;
    const known = checked.get(pattern);
    const result = known ?? checkPattern(pattern);
    checked.set(pattern, result);
    if (!result.ok) {
      faults.add(pointer, result.message, keyword);
      return;
    }
    steps += known ? 0 : result.steps + PROPERTY_COST * (pattern.match(/\\p/gi)?.length ?? 0);
    if (steps > SCHEMA_CAPS.patternStepsInAll) {
      faults.add(pointer, 'makes the patterns too large together', keyword);
    }
  };
  for (const node of document.nodes.values()) {
    if (typeof node.schema === 'boolean' || isReferenceOnly(node, document.dialect)) continue;
    const { pattern, patternProperties } = node.schema;
    if (typeof pattern === 'string') check(pattern, `${node.pointer}/pattern`, 'pattern');
    if (!isObject(patternProperties)) continue;
    const at = `${node.pointer}/patternProperties`;
    for (const key of Object.keys(patternProperties)) {
      check(key, pointerTo(at, key), 'patternProperties');
    }
  }
}

/**
 * What keeps a JSON Schema from being accepted, as details whose paths start with `path`; empty when
 * it is accepted. Never throws and never recurses with the value. Source of the rules:
 * docs/listings.md#json-schemas (`invalid_schema`).
 */
export function inspectSchema(schema: unknown, path = ''): Detail[] {
  const inspection = readSchema(schema, path);
  return inspection.ok ? [] : inspection.details;
}
