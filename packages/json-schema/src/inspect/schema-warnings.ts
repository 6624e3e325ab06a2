import { type Detail, didYouMean, LIMITS, pointerTo, type Warning } from '@mkt/protocol';
import {
  defines,
  type Dialect,
  DIALECTS,
  isForeign,
  isOld,
  keywordsOf,
  NEWEST_DIALECT,
} from '../dialect/dialect.ts';
import type { SchemaDocument } from '../document/schema-document.ts';
import { isHidden } from '../document/subschemas.ts';
import { isFormat } from '../formats.ts';
import { queryInputProblems } from '../query/query-input.ts';
import { readSchema } from './inspect-schema.ts';
import { slowSchemaWarnings } from './slow-schema.ts';

const MAX_PATH = 200;
/** An unknown keyword can be as long as the schema. */
const shortened = (keyword: string) =>
  (keyword.length > 40 ? `${keyword.slice(0, 40)}…` : keyword).toWellFormed();
/** Extension keywords, as in OpenAPI. */
const OWN = /^x-/;

/**
 * Parts of an accepted schema without effect: keywords of a different draft or of OpenAPI (`nullable`),
 * keywords beside a `$ref` of draft-07 or before, formats that are not checked; and that some value
 * takes too long to validate. Empty for a refused schema.
 */
export function schemaWarnings(schema: unknown, path = ''): Warning[] {
  const reading = readSchema(schema, path);
  return reading.ok ? allWarnings(reading.document, path) : [];
}

/** The most important ones first. */
const allWarnings = (document: SchemaDocument, path: string): Warning[] =>
  [...slowSchemaWarnings(document, path), ...warningsAbout(document, path)].slice(
    0,
    LIMITS.details,
  );

function warningsAbout(document: SchemaDocument, path: string): Warning[] {
  const { nodes, dialect } = document;
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, pointer: string) => {
    if (warnings.length === LIMITS.details) return;
    warnings.push({ code, message, path: (path + pointer).slice(0, MAX_PATH).toWellFormed() });
  };
  if (isOld(dialect)) {
    const message = `${dialect.name} is supported, but some tools of buyers know only newer dialects, such as "$schema": "${NEWEST_DIALECT.metaSchema}".`;
    warn('old_dialect', message, '/$schema');
  }
  const assumed = assumedDialectAt(document);
  if (assumed !== undefined) {
    const message = `Without "$schema" this is read as ${dialect.name}, where keywords beside "$ref" have an effect; in draft-07 they have none. Set "$schema" to say which you mean.`;
    warn('assumed_dialect', message, assumed);
  }
  for (const node of nodes.values()) {
    if (typeof node.schema === 'boolean') {
      if (dialect.name !== 'draft-04' || /\/additional\w+$/.test(node.pointer)) continue;
      const means = node.schema ? 'allows any value' : 'allows no value';
      warn(
        'old_dialect',
        `draft-04 has no boolean schemas; as in later drafts, this one ${means}.`,
        node.pointer,
      );
      continue;
    }
    for (const keyword of Object.keys(node.schema)) {
      const at = pointerTo(node.pointer, keyword);
      if (isHidden(keyword, node.schema, dialect) && defines(dialect, keyword)) {
        if (!bearsOnValidity(keyword, dialect)) continue;
        warn('ignored_keyword', `"${keyword}" beside "$ref" has no effect in ${dialect.name}.`, at);
      } else if (keyword === 'format' && !isFormat(node.schema[keyword])) {
        warn('unknown_format', 'This format is not checked: any value passes.', at);
      } else if (keyword === 'nullable') {
        const instead = 'use "type": ["string", "null"] (or your own type) instead';
        warn('unknown_keyword', `"nullable" has no effect in ${dialect.name}; ${instead}.`, at);
      } else if (!defines(dialect, keyword) && !OWN.test(keyword)) {
        // A hostile schema has thousands of them.
        if (warnings.length === LIMITS.details) return warnings;
        const suggestion = didYouMean(keyword, keywordsOf(dialect));
        const message = `"${shortened(keyword)}" has no effect in ${dialect.name}.${suggestion}`;
        warn('unknown_keyword', message, at);
      }
    }
  }
  return warnings;
}

const bearsOnValidity = (keyword: string, dialect: Dialect) =>
  dialect.assertions.has(keyword) || dialect.applicators.has(keyword);

/**
 * Where a schema without `$schema` has assertions beside a `$ref` and could be draft-07, in which they
 * would have no effect: its author may have written it for that draft.
 */
function assumedDialectAt({ nodes, dialect }: SchemaDocument): string | undefined {
  if (dialect.referenceStandsAlone) return undefined;
  const draft07 = DIALECTS.find(({ referenceStandsAlone }) => referenceStandsAlone);
  let first: string | undefined;
  for (const { pointer, schema } of nodes.values()) {
    if (typeof schema === 'boolean') continue;
    const keywords = Object.keys(schema);
    if (pointer === '' && keywords.includes('$schema')) return undefined;
    if (draft07 && keywords.some((keyword) => isForeign(draft07, keyword))) return undefined;
    if (typeof schema['$ref'] !== 'string') continue;
    if (keywords.some((keyword) => bearsOnValidity(keyword, dialect))) {
      first ??= pointerTo(pointer, '$ref');
    }
  }
  return first;
}

export interface SchemaContext {
  /** Path of the schema, with which the paths of details and warnings start. */
  path: string;
  /** For an input schema, the method that carries the input. */
  method?: string;
}

export interface SchemaReport {
  /** Why the schema is refused; empty if it is accepted. */
  details: Detail[];
  /** Parts of an accepted schema that have no effect. */
  warnings: Warning[];
  /** Parts of an accepted input that a query string cannot carry (docs/buy/orders.md#get-and-delete). */
  queryProblems: Detail[];
}

/** Applies every rule to a schema. A hostile schema can take 0.1 s. */
export function schemaReport(schema: unknown, { path, method }: SchemaContext): SchemaReport {
  const reading = readSchema(schema, path);
  if (!reading.ok) return { details: reading.details, warnings: [], queryProblems: [] };
  const warnings = allWarnings(reading.document, path);
  const queryProblems = method === undefined ? [] : queryInputProblems(schema, method, path);
  return { details: [], warnings, queryProblems };
}
