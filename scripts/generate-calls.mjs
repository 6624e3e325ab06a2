// What the client needs of the route table and of the records' schemas, without the prose, which a
// client that is bundled for browsers would carry along.
import { ROUTES } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';

const isTrue = (name, value) => (value === true ? ` ${name}: true,` : '');

function entryOf([id, { method, path, success, idempotent }]) {
  const schema = success.schema === undefined ? '' : `, schema: '${success.schema}'`;
  return `  ${id}: { method: '${method}', path: '${path}',${isTrue('idempotent', idempotent)} success: { status: ${success.status}${schema} } },`;
}

/** The form of a text, by its format or its pattern: the letter in the table, and its name in errors. */
const FORMS = [
  ['u', 'a UUID', { format: 'uuid' }],
  ['d', 'an RFC 3339 time', { format: 'date-time' }],
  ['y', 'a date', SCHEMAS.UsageRow.properties.day],
  ['h', 'an http(s) URL', SCHEMAS.SellerUrl],
  ['s', 'a slug', SCHEMAS.Listing.properties.slug],
  ['c', 'a currency', SCHEMAS.Price.properties.currency],
  ['i', 'an identifier', SCHEMAS.OrderList.properties.nextCursor],
  ['k', 'an API key', SCHEMAS.CreatedApiKey.properties.key],
  ['w', 'a signing secret', SCHEMAS.SigningSecret.properties.secret],
];
/** JSON Schema says in a format what a program has to say in a pattern. */
const FORMATS = {
  uuid: '^[\\dA-Fa-f]{8}(-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}$',
  'date-time':
    '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
};
/** A newer marketplace may have other values, but they are words too. */
const WORD = '^[\\w.:*-]{1,64}$';
/** What becomes a path, a URL, a command or a file name has a form; a schema that lacks it is a mistake. */
const NEEDS_FORM =
  /^(id|slug|url|key|secret|currency|day|at|from|to|start)$|(Id|At|Url|Slug|Secret|Cursor)$/;

function textCode({ format, pattern, enum: values }, where) {
  if (values) return 'e';
  const form = FORMS.find(([, , each]) =>
    format === undefined
      ? pattern !== undefined && each.pattern === pattern
      : each.format === format,
  );
  if (form) return form[0];
  if (format !== undefined || pattern !== undefined) {
    throw new Error(`${where} has a form that FORMS in scripts/generate-calls.mjs does not know.`);
  }
  if (NEEDS_FORM.test(where.split('.').at(-1)))
    throw new Error(`${where} needs a form: a pattern.`);
  return 't';
}

const isMap = ({ properties = {}, required = [] }) =>
  required.length === 0 && Object.values(properties).every(({ type }) => type === 'integer');

/** The table of every record that a route returns: each a text of `name:code`, `name?code` if optional. */
function recordTable() {
  const table = {};
  const withNull = (code, isNullable) => (isNullable ? `${code}~` : code);

  function record(name, schema) {
    if (isMap(schema)) return 'o';
    if (table[name] === undefined) {
      table[name] = '';
      const { properties, required = [] } = schema;
      table[name] = Object.entries(properties)
        .map(([member, each]) => {
          const sign = required.includes(member) ? ':' : '?';
          return `${member}${sign}${codeOf(each, `${name}.${member}`)}`;
        })
        .join(' ');
    }
    return name;
  }

  function codeOf(schema, where) {
    if (schema.$ref) {
      const name = schema.$ref.replace('#/$defs/', '');
      const target = SCHEMAS[name];
      if (name === 'HttpsUrl') return 'h';
      return target.enum || target.type === 'string'
        ? textCode(target, where)
        : record(name, target);
    }
    if (schema.anyOf) {
      const some = schema.anyOf.filter(({ type }) => type !== 'null');
      const codes = some.map((each) => codeOf(each, where)).join('|');
      return withNull(codes, some.length < schema.anyOf.length);
    }
    if (typeof schema.const === 'boolean') return 'b';
    const types = [schema.type].flat();
    const isNullable = types.includes('null');
    switch (types.find((type) => type !== 'null')) {
      case undefined:
        return 'a';
      case 'string':
        return withNull(textCode(schema, where), isNullable);
      case 'array':
        return withNull(`*${codeOf(schema.items, where)}`, isNullable);
      case 'object':
        return schema.title ? record(schema.title, schema) : 'o';
      case 'boolean':
        return withNull('b', isNullable);
      default:
        return withNull('n', isNullable);
    }
  }

  for (const { success } of Object.values(ROUTES)) {
    if (success.schema !== undefined) record(success.schema, SCHEMAS[success.schema]);
  }
  return table;
}

/** Other characters, such as U+2028, cannot be part of a regular expression's literal. */
const inAscii = (pattern) =>
  pattern.replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const formEntry = ([letter, words, { format, pattern }]) =>
  `  ${letter}: ['${words}', /${inAscii(pattern ?? FORMATS[format]).replaceAll('/', '\\/')}/],`;

/** @returns {Record<string, string>} file path from the repository's root → text */
export const generateCalls = () => ({
  'packages/client/src/generated/calls.ts': `// Generated from packages/protocol/src/routes.ts by scripts/generate-code.mjs. Not checked in.
import type { RouteId } from '@mkt/protocol';

/** What the client needs of a route. */
export interface Call {
  method: string;
  path: string;
  idempotent?: true;
  success: { status: number; schema?: string };
}

export const CALLS: Readonly<Record<RouteId, Call>> = {
${Object.entries(ROUTES).map(entryOf).join('\n')}
};
`,
  'packages/client/src/generated/record-table.ts': `// Generated from packages/protocol/schemas by scripts/generate-code.mjs. Not checked in.

/** The forms of texts by their letter: the name in errors, and the pattern. */
export const FORMS: Readonly<Record<string, readonly [string, RegExp]>> = {
${FORMS.map(formEntry).join('\n')}
  e: ['a word', /${WORD}/],
};

/**
 * The members of each record: \`name:code\`, or \`name?code\` if it may be absent. A code is a letter of
 * \`FORMS\`, t text, n number, b boolean, o any object, a anything, or a record; \`*\` is a list, \`~\` allows
 * null, and \`|\` separates alternatives.
 */
export const RECORDS: Readonly<Record<string, string>> = {
${Object.entries(recordTable())
  .map(([name, members]) => `  ${name}:\n    '${members}',`)
  .join('\n')}
};
`,
});
