import { words } from './words.ts';
import { LIMITS } from '@mkt/protocol';
import { dialectOf, type Dialect } from './dialect.ts';
import { isFormat } from './formats.ts';
import { readSchema } from './inspect-schema.ts';
import { oversizeFault } from './json-size.ts';
import { isObject, isSchema, subschemasOf, type Schema, type SchemaObject } from './subschemas.ts';

/** Compiling takes 0.1 to 0.4 ms per schema, the first time for each. */
const MAX_NODES = 100;
const MAX_TEXT_BYTES = 16 * 1024;
/** Half of the millisecond that is promised: the other half is for a busy machine. */
const BUDGET_NS = 500_000;

/**
 * Upper bounds in ns, measured in V8's interpreter alone (`--no-opt --no-maglev --no-sparkplug`), for
 * that is where a first call runs; the measured test runs the worst schemas that they let through.
 */
const NS = {
  /** Per value that a schema looks at, and per keyword, property or branch of it. */
  value: 40,
  keyword: 10,
  /** More per value and branch of anyOf, oneOf or not, which makes an error when it fails. */
  branch: 300,
  /** Per byte of an object whose members are all listed, and more per property compared with them. */
  listedByte: 25,
  comparedByte: 0.3,
  /** Per UTF-16 unit of a text whose characters are counted. */
  counted: 40,
  /** Per byte of a text that is looked up in a list, and of one that has a format. */
  lookedUpByte: 2,
  formatByte: 60,
} as const;
/** Up to these, the bound by the limit is the better one. */
const NS_PER_COUNT = 50_000;
const NS_PER_REPEATED_COUNT = 400;
/** `0,` and `"a":0,`: the least that an item and a member take. */
const ITEM_BYTES = 2;
const MEMBER_BYTES = 6;

const KEYWORDS = new Set(
  words(
    'type properties required additionalProperties minProperties maxProperties',
    'items minItems maxItems minLength maxLength enum const format',
    'minimum maximum exclusiveMinimum exclusiveMaximum',
    'allOf anyOf oneOf not',
  ),
);
const LISTING = ['additionalProperties', 'minProperties', 'maxProperties'];
/** Characters past which they refuse a text unread: that of email. */
const LONGEST_SHORT_FORMAT = 320;
const SHORT_FORMATS = new Set(
  words('date time date-time duration email hostname ipv4 uuid', 'int32 int64'),
);

/** Cost as a function of the input's length: `fixed` ns and `perByte` ns. */
interface Cost {
  fixed: number;
  perByte: number;
}

/** A schema and the number of values that it applies to: one, or so many per byte of input. */
interface Application {
  pointer: string;
  schema: Schema;
  perByte: number | null;
}

/**
 * The largest input, in bytes of its JSON, that a schema surely validates in a millisecond, so that
 * a server may do it on its main thread; 0 for a schema that may not run there at all. Patterns,
 * references, `uniqueItems` and the like never may.
 */
export function mainThreadInputBytes(schema: unknown): number {
  // In this order, for a server asks this on its main thread: to inspect 64 KiB takes up to 0.1 s.
  if (oversizeFault(schema) || !isSchema(schema) || textBytes(schema) > MAX_TEXT_BYTES) return 0;
  const dialect = dialectOf(isObject(schema) ? schema['$schema'] : undefined);
  const cost = dialect && costOf(schema, dialect);
  if (!cost || !readSchema(schema, '').ok) return 0;
  const left = BUDGET_NS - cost.fixed;
  const bytes = cost.perByte === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / cost.perByte);
  return left <= 0 ? 0 : Math.min(bytes, LIMITS.requestBodyBytes);
}

const textBytes = (schema: Schema) => Buffer.byteLength(JSON.stringify(schema));

function costOf(root: Schema, dialect: Dialect): Cost | undefined {
  const cost: Cost = { fixed: 0, perByte: 0 };
  const stack: Application[] = [{ pointer: '', schema: root, perByte: null }];
  let nodes = 0;
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { pointer, schema, perByte } = at;
    nodes += 1;
    const each =
      typeof schema === 'boolean' ? NS.value : costOfOne(schema, perByte !== null, dialect, cost);
    if (each === undefined) return undefined;
    if (perByte === null) cost.fixed += each;
    else cost.perByte += each * perByte;
    if (typeof schema === 'boolean') continue;
    const inside = subschemasOf(schema, pointer, dialect);
    if (nodes + stack.length + inside.length > MAX_NODES) return undefined;
    for (const inner of inside) {
      // Without references nothing leads there; they would still have to be read.
      if (inner.keyword === 'definitions' || inner.keyword === '$defs') return undefined;
      stack.push({ ...inner, perByte: applicationsInside(inner.keyword, perByte) });
    }
  }
  return cost;
}

/** ns per value of one schema alone; adds what grows with the input whatever the number of values. */
function costOfOne(
  schema: SchemaObject,
  isRepeated: boolean,
  dialect: Dialect,
  total: Cost,
): number | undefined {
  const keywords = Object.keys(schema).filter(
    (keyword) =>
      dialect.assertions.has(keyword) ||
      dialect.applicators.has(keyword) ||
      dialect.references.has(keyword),
  );
  if (!keywords.every((keyword) => KEYWORDS.has(keyword))) return undefined;
  const { format } = schema;
  if (format !== undefined && isFormat(format) && !SHORT_FORMATS.has(format)) return undefined;
  if (!isScalars(schema['enum']) || !isScalars([schema['const']])) return undefined;

  const properties = membersOf(schema['properties']);
  const has = (names: string[]) => names.filter((name) => keywords.includes(name)).length;
  total.perByte += NS.lookedUpByte * has(['enum', 'const']);
  total.perByte += (NS.listedByte + NS.comparedByte * properties) * has(LISTING);
  const text = textCost(schema, isRepeated);
  total.perByte += text.perByte;
  const weight = keywords.length + properties + membersOf(schema['required']);
  const branches = membersOf(schema['anyOf']) + membersOf(schema['oneOf']) + has(['not']);
  return NS.value + NS.keyword * weight + NS.branch * branches + text.fixed;
}

/** Counting reads twice the limit at most, and never more than the text; a short format its length. */
function textCost(schema: SchemaObject, isRepeated: boolean): Cost {
  const cost: Cost = { fixed: 0, perByte: 0 };
  if (schema['format'] !== undefined) {
    if (isRepeated) cost.perByte += NS.formatByte;
    else cost.fixed += NS.formatByte * LONGEST_SHORT_FORMAT;
  }
  for (const keyword of ['minLength', 'maxLength']) {
    const limit = schema[keyword];
    if (typeof limit !== 'number') continue;
    const once = 2 * limit * NS.counted;
    if (once <= (isRepeated ? NS_PER_REPEATED_COUNT : NS_PER_COUNT)) cost.fixed += once;
    else cost.perByte += NS.counted;
  }
  return cost;
}

function applicationsInside(keyword: string, outside: number | null): number | null {
  switch (keyword) {
    case 'items':
      return 1 / ITEM_BYTES;
    case 'additionalProperties':
      return 1 / MEMBER_BYTES;
    case 'properties':
      return outside === null ? null : Math.min(outside, 1 / MEMBER_BYTES);
    default:
      return outside;
  }
}

const membersOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

const isScalars = (values: unknown) =>
  !Array.isArray(values) || values.every((value) => typeof value !== 'object' || value === null);
