import { isObject, LIMITS, type Detail } from '@mkt/protocol';
import { dialectNamed, DIALECTS, SUPPORTED_DIALECTS, type Dialect } from './dialect.ts';
import { collectProblems } from '../inspect/schema-caps.ts';
import { readDocument, type SchemaDocument } from '../document/schema-document.ts';
import type { Schema } from '../document/subschemas.ts';

export type Reading = { ok: true; document: SchemaDocument } | { ok: false; details: Detail[] };

/**
 * Reads a schema in its dialect: the one that `$schema` names, otherwise the newest in which every
 * keyword that any of the three defines has a meaning and a valid form.
 *
 * Which members of a schema are schemas depends on the dialect, so the schema is read once per
 * dialect. A dialect that fits overlooks no schema: an overlooked one would be the value of a
 * keyword that the dialect does not define, or in a form that it does not accept, and then the
 * dialect would not fit. Source of the rule: docs/sell/listings.md#dialects.
 */
export function readByDialect(root: Schema, path: string): Reading {
  if (isObject(root) && Object.hasOwn(root, '$schema')) return readNamed(root, path);
  let ofNewest: Reading | undefined;
  for (const dialect of DIALECTS) {
    const { reading, fits } = tryDialect(root, dialect, path);
    if (fits) return reading;
    ofNewest ??= reading;
  }
  return ofNewest ?? { ok: false, details: [] };
}

function readNamed(root: Schema & object, path: string): Reading {
  const problems = collectProblems(path);
  const dialect = dialectNamed(root['$schema']);
  if (!dialect) {
    problems.add('/$schema', `is not supported; supported are ${SUPPORTED_DIALECTS}`, '$schema');
    return { ok: false, details: problems.details };
  }
  const { document } = readDocument(root, dialect, {
    problems,
    dialectProblems: problems,
    refusesForeign: false,
  });
  return readingOf(document, problems.details);
}

/** Also `fits` if a limit ended the walk: a schema beyond the limits is refused in every dialect. */
function tryDialect(
  root: Schema,
  dialect: Dialect,
  path: string,
): { reading: Reading; fits: boolean } {
  const problems = collectProblems(path);
  const dialectProblems = collectProblems(path);
  const { document, isWhole } = readDocument(root, dialect, {
    problems,
    dialectProblems,
    refusesForeign: true,
  });
  return {
    reading: readingOf(
      document,
      [...dialectProblems.details, ...problems.details].slice(0, LIMITS.details),
    ),
    fits: dialectProblems.details.length === 0 || (!isWhole && !dialectProblems.full),
  };
}

const readingOf = (document: SchemaDocument, details: Detail[]): Reading =>
  details.length === 0 ? { ok: true, document } : { ok: false, details };
