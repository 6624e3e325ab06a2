/** The words of several lines, separated by spaces. */
export const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

/** How the value of a keyword contains schemas. */
export type Holds =
  | 'schema'
  | 'list'
  | 'map'
  /** One schema, or a list of them by position. */
  | 'schema-or-list'
  /** A map to schemas, or to lists of names. */
  | 'dependencies';

export interface Applicator {
  holds: Holds;
  /** The contained schemas apply to the same value as the schema around them. */
  inPlace: boolean;
}

export interface Dialect {
  name: 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';
  metaSchema: string;
  /** Keywords with schemas that only apply where something refers to them. */
  keeps: ReadonlyMap<string, Holds>;
  /** Keywords beside a `$ref` are ignored. */
  referenceStandsAlone: boolean;
  identifier: '$id' | 'id';
  /** The identifier also names schemas, by its fragment; otherwise `$anchor` does. */
  identifierNames: boolean;
  applicators: ReadonlyMap<string, Applicator>;
  assertions: ReadonlySet<string>;
  /** Keywords whose meaning does not affect validity. */
  annotations: ReadonlySet<string>;
  references: ReadonlySet<string>;
}

const inside = (holds: Holds): Applicator => ({ holds, inPlace: false });
const inPlace = (holds: Holds): Applicator => ({ holds, inPlace: true });

const applicators04 = {
  properties: inside('map'),
  patternProperties: inside('map'),
  additionalProperties: inside('schema'),
  allOf: inPlace('list'),
  anyOf: inPlace('list'),
  oneOf: inPlace('list'),
  not: inPlace('schema'),
  // Removed from the later drafts, but still widely used; their test suites list it as compatible.
  dependencies: inPlace('dependencies'),
};
const applicators06 = {
  ...applicators04,
  propertyNames: inside('schema'),
  contains: inside('schema'),
};
const applicators = {
  ...applicators06,
  if: inPlace('schema'),
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, never awaited
  then: inPlace('schema'),
  else: inPlace('schema'),
};
const itemsByPosition = { items: inside('schema-or-list'), additionalItems: inside('schema') };
const since2019 = {
  dependentSchemas: inPlace('map'),
  unevaluatedItems: inside('schema'),
  unevaluatedProperties: inside('schema'),
};

/** The later drafts only renamed `definitions`. */
const keeps: Record<string, Holds> = { definitions: 'map' };
const keepsSince2019: Record<string, Holds> = { $defs: 'map', contentSchema: 'schema' };

const assertions04 = words(
  'type enum format',
  'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum',
  'maxLength minLength pattern',
  'maxItems minItems uniqueItems',
  'maxProperties minProperties required',
);
const assertions = [...assertions04, 'const'];
const assertionsSince2019 = ['dependentRequired', 'minContains', 'maxContains'];

const annotations04 = ['$schema', 'title', 'description', 'default'];
const annotations06 = [...annotations04, '$id', 'examples'];
const annotations = [
  ...annotations06,
  ...words('$comment readOnly writeOnly contentEncoding contentMediaType'),
];
const annotationsSince2019 = ['$anchor', '$vocabulary', 'deprecated'];

const DRAFT_04: Dialect = {
  name: 'draft-04',
  metaSchema: 'http://json-schema.org/draft-04/schema',
  keeps: new Map(Object.entries(keeps)),
  referenceStandsAlone: true,
  identifier: 'id',
  identifierNames: true,
  applicators: new Map(Object.entries({ ...applicators04, ...itemsByPosition })),
  assertions: new Set(assertions04),
  annotations: new Set([...annotations04, 'id']),
  references: new Set(['$ref']),
};

const DRAFT_06: Dialect = {
  ...DRAFT_04,
  name: 'draft-06',
  metaSchema: 'http://json-schema.org/draft-06/schema',
  identifier: '$id',
  applicators: new Map(Object.entries({ ...applicators06, ...itemsByPosition })),
  assertions: new Set(assertions),
  annotations: new Set(annotations06),
};

const DRAFT_07: Dialect = {
  ...DRAFT_06,
  name: 'draft-07',
  metaSchema: 'http://json-schema.org/draft-07/schema',
  applicators: new Map(Object.entries({ ...applicators, ...itemsByPosition })),
  annotations: new Set(annotations),
};

const DRAFT_2019_09: Dialect = {
  name: '2019-09',
  metaSchema: 'https://json-schema.org/draft/2019-09/schema',
  keeps: new Map(Object.entries({ ...keeps, ...keepsSince2019 })),
  referenceStandsAlone: false,
  identifier: '$id',
  identifierNames: false,
  applicators: new Map(Object.entries({ ...applicators, ...itemsByPosition, ...since2019 })),
  assertions: new Set([...assertions, ...assertionsSince2019]),
  annotations: new Set([...annotations, ...annotationsSince2019, '$recursiveAnchor']),
  references: new Set(['$ref', '$recursiveRef']),
};

const DRAFT_2020_12: Dialect = {
  name: '2020-12',
  metaSchema: 'https://json-schema.org/draft/2020-12/schema',
  keeps: new Map(Object.entries({ ...keeps, ...keepsSince2019 })),
  referenceStandsAlone: false,
  identifier: '$id',
  identifierNames: false,
  applicators: new Map(
    Object.entries({
      ...applicators,
      ...since2019,
      prefixItems: inside('list'),
      items: inside('schema'),
    }),
  ),
  assertions: new Set([...assertions, ...assertionsSince2019]),
  annotations: new Set([...annotations, ...annotationsSince2019, '$dynamicAnchor']),
  references: new Set(['$ref', '$dynamicRef']),
};

export const NEWEST_DIALECT = DRAFT_2020_12;
/** Those that a schema without `$schema` can have, newest first. */
export const DIALECTS: readonly Dialect[] = [NEWEST_DIALECT, DRAFT_2019_09, DRAFT_07];
/** Those that only `$schema` selects. */
const OLD_DIALECTS: readonly Dialect[] = [DRAFT_06, DRAFT_04];
const NAMED_DIALECTS = [...DIALECTS, ...OLD_DIALECTS];

export const isOld = (dialect: Dialect): boolean => OLD_DIALECTS.includes(dialect);
const withoutScheme = (uri: string) => uri.replace(/^https?:\/\//, '').replace(/#$/, '');

/** The dialect that `$schema` names, or `undefined` when it names none of them. */
export function dialectNamed($schema: unknown): Dialect | undefined {
  if (typeof $schema !== 'string' || !/^https?:\/\//.test($schema)) return undefined;
  return NAMED_DIALECTS.find(
    ({ metaSchema }) => withoutScheme($schema) === withoutScheme(metaSchema),
  );
}

export const SUPPORTED_DIALECTS = NAMED_DIALECTS.map(({ metaSchema }) => metaSchema)
  .toReversed()
  .join(', ');

/** Every keyword that a dialect defines. */
export const keywordsOf = (dialect: Dialect): string[] => [
  ...dialect.applicators.keys(),
  ...dialect.assertions,
  ...dialect.keeps.keys(),
  ...dialect.annotations,
  ...dialect.references,
];

/** Whether a dialect defines a keyword. */
export const defines = (dialect: Dialect, keyword: string): boolean =>
  dialect.applicators.has(keyword) ||
  dialect.assertions.has(keyword) ||
  dialect.keeps.has(keyword) ||
  dialect.annotations.has(keyword) ||
  dialect.references.has(keyword);

/** Whether only other dialects define a keyword. */
export const isForeign = (dialect: Dialect, keyword: string): boolean =>
  !defines(dialect, keyword) && DIALECTS.some((other) => defines(other, keyword));
