import { LIMITS, type Detail, type Warning } from '@mkt/protocol';
import { isFormat } from './formats.ts';
import { readSchema } from './inspect-schema.ts';
import { pointerTo } from './json-pointer.ts';
import { isReferenceOnly, type SchemaDocument } from './schema-document.ts';

const MAX_PATH = 200;
/** A keyword of a seller's own can be as long as the schema. */
const shortened = (keyword: string) =>
  (keyword.length > 40 ? `${keyword.slice(0, 40)}…` : keyword).toWellFormed();
/** Written widely, and harmless: documentation, or references' targets. */
const HARMLESS = /^(?:x-.*|example|deprecated|\$defs|externalDocs|xml)$/;

/** What keeps a schema from being accepted, and, when nothing does, what in it has no effect. */
export function schemaReport(
  schema: unknown,
  path = '',
): { details: Detail[]; warnings: Warning[] } {
  const inspection = readSchema(schema, path);
  return inspection.ok
    ? { details: [], warnings: warningsAbout(inspection.document, path) }
    : { details: inspection.details, warnings: [] };
}

/**
 * What an accepted schema says to no effect: keywords of another draft or of OpenAPI (`nullable`),
 * what stands beside a draft-07 `$ref`, formats that nobody checks. Empty for a refused schema.
 */
export function schemaWarnings(schema: unknown, path = ''): Warning[] {
  return schemaReport(schema, path).warnings;
}

function warningsAbout({ nodes, dialect }: SchemaDocument, path: string): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, pointer: string) => {
    if (warnings.length === LIMITS.details) return;
    warnings.push({ code, message, path: (path + pointer).slice(0, MAX_PATH).toWellFormed() });
  };
  for (const node of nodes.values()) {
    if (typeof node.schema === 'boolean') continue;
    const isAlone = isReferenceOnly(node, dialect);
    for (const keyword of Object.keys(node.schema)) {
      const at = pointerTo(node.pointer, keyword);
      const hasEffect = dialect.assertions.has(keyword) || dialect.applicators.has(keyword);
      if (hasEffect && isAlone) {
        warn('ignored_keyword', `"${keyword}" beside "$ref" has no effect in draft-07.`, at);
      } else if (keyword === 'format' && !isFormat(node.schema[keyword])) {
        warn('unknown_format', 'This format is not checked.', at);
      } else if (
        !hasEffect &&
        !dialect.annotations.has(keyword) &&
        !dialect.references.has(keyword) &&
        !HARMLESS.test(keyword)
      ) {
        warn('unknown_keyword', `"${shortened(keyword)}" has no effect in ${dialect.name}.`, at);
      }
    }
  }
  return warnings;
}
