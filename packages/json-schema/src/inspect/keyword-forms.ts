import { type Dialect, type Holds, words } from '../dialect/dialect.ts';
import { InexactNumber, isObject, pointerTo } from '@mkt/protocol';
import { isInteger } from '../validate/decimal.ts';
import { isSchema } from '../document/subschemas.ts';

/** What is wrong with a keyword's value, at a pointer below the keyword. */
export interface FormProblem {
  pointer: string;
  message: string;
}

type Form = (value: unknown) => FormProblem | undefined;

const must = (message: string, holds: (value: unknown) => boolean): Form => {
  const problem: FormProblem = { pointer: '', message: `must ${message}` };
  return (value) => (holds(value) ? undefined : problem);
};

const anything: Form = () => undefined;
const text = must('be string', (value) => typeof value === 'string');
const flag = must('be boolean', (value) => typeof value === 'boolean');
const isNumber = (value: unknown) => typeof value === 'number' || value instanceof InexactNumber;
/** An inexact number is never 0. */
const isNegative = (value: unknown) =>
  value instanceof InexactNumber ? value.text.startsWith('-') : Number(value) < 0;
const number = must('be number', isNumber);
/** OpenAPI 3.0 and some generators write draft-04's flags, in schemas that name another dialect or none. */
const exclusive = must(
  'be number; it is boolean only in draft-04, which "$schema" must name',
  isNumber,
);
const list = must('be array', Array.isArray);
const map = must('be object', isObject);
const schema = must('be object or boolean', isSchema);

/** The first problem of the forms; each is only checked if those before it hold. */
const all =
  (...forms: Form[]): Form =>
  (value) => {
    for (const form of forms) {
      const problem = form(value);
      if (problem) return problem;
    }
    return undefined;
  };

/** Every member of a list (including holes) or of a map; no members for other values. */
const each =
  (form: Form): Form =>
  (value) => {
    const members = Array.isArray(value) ? value.entries() : Object.entries(value ?? {});
    for (const [name, member] of members) {
      const problem = form(member);
      if (problem) return { ...problem, pointer: pointerTo('', name) + problem.pointer };
    }
    return undefined;
  };

const some = must('not be empty', (value) => Array.isArray(value) && value.length > 0);
const different = must(
  'not have the same member twice',
  (value) => Array.isArray(value) && new Set(value).size === value.length,
);
const count = all(
  must('be integer', (value) =>
    value instanceof InexactNumber ? isInteger(value) : Number.isInteger(value),
  ),
  must('be >= 0', (value) => !isNegative(value)),
);
const names = all(list, each(text), different);
const positions = all(list, each(schema));
const schemas = all(list, some, each(schema));

/** One form for lists, another for everything else. */
const listOr =
  (ofList: Form, ofOthers: Form): Form =>
  (value) =>
    (Array.isArray(value) ? ofList : ofOthers)(value);
const schemaOrList = must('be object, boolean or array', isSchema);

const TYPES = words('array boolean integer null number object string');
const type = must(`be one of ${TYPES.map((name) => `"${name}"`).join(', ')}`, (value) =>
  TYPES.includes(value as string),
);

const BY_HOLDS: Readonly<Record<Holds, Form>> = {
  schema,
  list: schemas,
  map: all(map, each(schema)),
  // The meta-schemas forbid an empty list of items; their specifications do not, and typebox writes it.
  'schema-or-list': listOr(positions, schemaOrList),
  dependencies: all(map, each(listOr(names, schemaOrList))),
};

/** Keywords that contain no schemas, with their form, which is the same in every dialect. */
const FORMS: ReadonlyMap<string, Form> = new Map(
  (
    [
      [text, '$schema $ref $dynamicRef $recursiveRef $comment title description format pattern'],
      [text, 'contentEncoding contentMediaType'],
      [flag, '$recursiveAnchor deprecated readOnly writeOnly uniqueItems'],
      [number, 'maximum minimum'],
      [exclusive, 'exclusiveMaximum exclusiveMinimum'],
      [
        all(
          number,
          must('be > 0', (value) => value !== 0 && !isNegative(value)),
        ),
        'multipleOf',
      ],
      [count, 'maxLength minLength maxItems minItems maxProperties minProperties'],
      [count, 'minContains maxContains'],
      [names, 'required'],
      [all(map, each(names)), 'dependentRequired'],
      [all(map, each(flag)), '$vocabulary'],
      [list, 'enum examples'],
      [listOr(all(some, each(type), different), type), 'type'],
      [anything, 'const default'],
    ] as [Form, string][]
  ).flatMap(([form, keywords]) => words(keywords).map((keyword) => [keyword, form] as const)),
);

const anchor = (pattern: RegExp) =>
  all(
    text,
    must(`be a name that matches ${pattern.source}`, (value) => pattern.test(String(value))),
  );
const ANCHOR_2019 = anchor(/^[A-Za-z][-A-Za-z0-9.:_]*$/);
const ANCHOR_2020 = anchor(/^[A-Za-z_][-A-Za-z0-9._]*$/);
const idWithoutName = all(
  text,
  must('not have a fragment; in this dialect, name schemas with "$anchor"', (value) =>
    /^[^#]*#?$/.test(String(value)),
  ),
);

/** Keywords whose form the drafts changed. */
const CHANGED: Readonly<Record<Dialect['name'], Readonly<Record<string, Form>>>> = {
  'draft-04': { id: text, exclusiveMinimum: flag, exclusiveMaximum: flag },
  'draft-06': { $id: text },
  'draft-07': { $id: text },
  '2019-09': { $id: idWithoutName, $anchor: ANCHOR_2019 },
  '2020-12': {
    $id: idWithoutName,
    $anchor: ANCHOR_2020,
    $dynamicAnchor: ANCHOR_2020,
    // zod and valibot write an empty list for an empty tuple, which no validator of values minds.
    prefixItems: positions,
  },
};

/**
 * Why a value is not valid for a keyword according to the dialect's meta-schema; `undefined` if it
 * is valid, or if the dialect does not define the keyword. Does not look into contained schemas.
 */
export function formProblemOf(
  keyword: string,
  value: unknown,
  dialect: Dialect,
): FormProblem | undefined {
  const changed = CHANGED[dialect.name];
  if (Object.hasOwn(changed, keyword)) return changed[keyword]?.(value);
  const holds = dialect.applicators.get(keyword)?.holds ?? dialect.keeps.get(keyword);
  if (holds) return BY_HOLDS[holds](value);
  const isKnown =
    dialect.assertions.has(keyword) ||
    dialect.annotations.has(keyword) ||
    dialect.references.has(keyword);
  return isKnown ? FORMS.get(keyword)?.(value) : undefined;
}
