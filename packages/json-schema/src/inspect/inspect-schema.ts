import { isObject, LIMITS, OVER_PRECISE, pointerTo, type Detail } from '@mkt/protocol';
import { SCHEMA_CAPS } from './schema-caps.ts';
import { readByDialect, type Reading } from '../dialect/decide-dialect.ts';
import { collectProblems, type Problems } from './problems.ts';
import { oversizeProblem, tooLongNumbers } from './json-size.ts';
import { checkPattern, type CheckedPattern } from '../patterns/pattern.ts';
import { checkReferenceGraph } from '../document/reference-graph.ts';
import { isReferenceOnly, type SchemaDocument } from '../document/schema-document.ts';
import { isSchema } from '../document/subschemas.ts';

/**
 * All checks of a seller's schema before it is used, cheapest first: size, numbers, dialect (which
 * includes the walk with its caps, refused keywords and forms), then patterns and reference loops.
 */
export function readSchema(schema: unknown, path: string): Reading {
  try {
    return readParts(schema, path);
  } catch {
    // A getter or proxy threw: only a caller in the same process can pass such a value.
    return { ok: false, details: [{ path, message: 'could not be read as a JSON Schema' }] };
  }
}

function readParts(schema: unknown, path: string): Reading {
  const problems = collectProblems(path);
  const fail = (): Reading => ({ ok: false, details: problems.details });
  const oversize = oversizeProblem(schema);
  if (oversize) problems.add('', oversize);
  else if (!isSchema(schema)) problems.add('', 'must be object or boolean', 'type');
  if (!isSchema(schema) || problems.details.length > 0) return fail();

  for (const pointer of tooLongNumbers(schema, LIMITS.details)) {
    problems.add(pointer, OVER_PRECISE, 'precision');
  }
  if (problems.details.length > 0) return fail();

  const reading = readByDialect(schema, path);
  if (!reading.ok) return reading;
  checkPatterns(reading.document, problems);
  checkReferenceGraph(reading.document, problems);
  return problems.details.length > 0 ? fail() : reading;
}

/** V8 takes 0.05 ms to look up each `\p{…}`, as long as RE2 takes for so many steps. */
const PROPERTY_COST = 60;

function checkPatterns(document: SchemaDocument, problems: Problems): void {
  const checked = new Map<string, CheckedPattern>();
  let steps = 0;
  const check = (pattern: string, pointer: string, keyword: string) => {
    if (problems.full || steps > SCHEMA_CAPS.patternStepsInAll) return;
    const known = checked.get(pattern);
    const result = known ?? checkPattern(pattern);
    checked.set(pattern, result);
    if (!result.ok) {
      problems.add(pointer, result.message, keyword);
      return;
    }
    steps += known ? 0 : result.steps + PROPERTY_COST * (pattern.match(/\\p/gi)?.length ?? 0);
    if (steps > SCHEMA_CAPS.patternStepsInAll) {
      problems.add(
        pointer,
        "makes the schema's patterns too large in total; simplify or remove some",
        keyword,
      );
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
 * Why a JSON Schema is refused, as details whose paths start with `path`; empty if it is accepted.
 * Never throws and never recurses with the value. Source of the rules:
 * docs/sell/listings.md#json-schemas (`invalid_schema`).
 */
export function inspectSchema(schema: unknown, path = ''): Detail[] {
  const reading = readSchema(schema, path);
  return reading.ok ? [] : reading.details;
}
