import { compileSchema, schemaWarnings } from '@mkt/json-schema';
import { type Detail, LIMITS, pointerTo, type ReadValue, type Warning } from '@mkt/protocol';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A compiled schema: returns what is wrong with a value, without repeating the value, or `undefined`. */
type SchemaCheck = (value: unknown) => readonly Detail[] | undefined;

/** Joins details into a sentence: `/text is required, /n must be integer`. */
export function sentenceOf(details: readonly Detail[], root: string): string {
  return details.map(({ path, message }) => `${path === '' ? root : path} ${message}`).join(', ');
}

/*
 * The parts of Standard Schema and Standard JSON Schema that the kit reads, copied as
 * https://standardschema.dev recommends, so that no library has to depend on another.
 */

type JsonObject = Record<string, unknown>;

interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A schema of zod 4.2, arktype 2.1.28, valibot's `toStandardJsonSchema` or later, and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => JsonObject;
      readonly output: (options: { readonly target: string }) => JsonObject;
    };
  };
}

/** Whether a value claims to be a Standard Schema. Those of arktype are functions. */
function isStandard(schema: unknown): schema is { '~standard': Record<string, unknown> } {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) return false;
  if (!('~standard' in schema)) return false;
  const standard = schema['~standard'];
  return standard !== null && typeof standard === 'object';
}

function hasJsonSchema(schema: { '~standard': object }): schema is StandardSchema {
  return 'jsonSchema' in schema['~standard'] && 'validate' in schema['~standard'];
}

/** JSON Pointer of an issue's path. */
function issuePointer(issue: StandardIssue): string {
  return (issue.path ?? [])
    .map((segment) => String(typeof segment === 'object' ? segment.key : segment))
    .reduce(pointerTo, '');
}

/** The type of `input` and `output`: a JSON Schema, or a Standard Schema with a JSON Schema form. */
export type SchemaInput = JSONSchema | JsonSchema | StandardSchema;

/** The type that a JSON Schema describes; `unknown` when its literal types are not known. */
type Described<S> = JSONSchema extends S ? unknown : S extends JSONSchema ? FromSchema<S> : unknown;

/** The type of the input that `run` receives. */
export type InputOf<S> =
  S extends StandardSchema<unknown, infer Output>
    ? Output
    : S extends undefined
      ? unknown
      : Described<S>;

/** The type of the result that `run` returns. */
export type ResultOf<S> =
  S extends StandardSchema<infer Input, unknown>
    ? Input
    : S extends undefined
      ? unknown
      : Described<S>;

export type CheckedValue = { ok: true; value: unknown } | { ok: false; details: readonly Detail[] };

/** A compiled schema, with its JSON Schema form. */
export interface SchemaSource {
  /** The JSON Schema in the contract. */
  json: JsonSchema;
  /** Parts of a JSON Schema that have no effect, such as a misspelled keyword. */
  warnings: readonly Warning[];
  /** JSON Pointers to patterns that only the marketplace checks. */
  unchecked: readonly string[];
  /** Checks a value against `json`. */
  check: SchemaCheck;
  /**
   * Checks a value against the schema as the seller gave it. A JSON Schema checks numbers as they were
   * written; a Standard Schema may transform the value.
   */
  read(read: ReadValue): Promise<CheckedValue>;
}

/** Throws an Error that describes the problem if the value is not a schema. */
export function readSchema(schema: unknown): SchemaSource {
  if (isStandard(schema)) return fromStandard(schema);
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) {
    throw new Error('must be a JSON Schema object, or a Standard Schema (zod, valibot, arktype)');
  }
  const json = toJson(schema);
  const { check, backtracking } = compile(json);
  return {
    json,
    warnings: schemaWarnings(json),
    unchecked: backtracking,
    check,
    async read({ value, exact }) {
      const details = check(exact);
      return details ? { ok: false, details } : { ok: true, value };
    },
  };
}

/** A copy, so that later changes to the seller's object do not change the contract. */
function toJson(schema: object): JsonSchema {
  try {
    return JSON.parse(JSON.stringify(schema)) as JsonSchema;
  } catch {
    throw new Error('cannot be written as JSON');
  }
}

/**
 * Runs the marketplace's own code, so that both reach the same verdict with the same message. A value
 * that depends on a pattern which only the marketplace runs passes.
 */
function compile(json: JsonSchema): { check: SchemaCheck; backtracking: readonly string[] } {
  const compiled = compileSchema(json);
  if (!compiled.ok) {
    throw new Error(
      `would be refused by the marketplace: ${sentenceOf(compiled.details, 'the schema')}`,
    );
  }
  const check: SchemaCheck = (value) => {
    const details = compiled.validate(value);
    return details === undefined || details.length === 0 ? undefined : details;
  };
  return { check, backtracking: compiled.backtracking };
}

function fromStandard(schema: { '~standard': Record<string, unknown> }): SchemaSource {
  if (!hasJsonSchema(schema)) {
    throw new Error(
      `is a ${String(schema['~standard']['vendor'])} schema that has no JSON Schema form: use zod 4.2 or later ` +
        'or arktype 2.1.28 or later, wrap a valibot schema in toStandardJsonSchema ' +
        '(@valibot/to-json-schema), or give a JSON Schema',
    );
  }
  const standard = schema['~standard'];
  const json = toJson(jsonSchemaOf(standard.jsonSchema));
  const { check } = compile(json);

  const readResult = (exact: unknown, result: StandardResult<unknown>): CheckedValue => {
    if (!result.issues) return { ok: true, value: result.value };
    // The libraries' messages may repeat the value (arktype's and valibot's do). What the JSON Schema
    // form refuses too is described by that form; for the rest only the path is given.
    const details =
      check(exact) ??
      result.issues
        .slice(0, LIMITS.details)
        .map((issue) => ({ path: issuePointer(issue), message: 'is not valid' }));
    return { ok: false, details };
  };
  return {
    json,
    // The schema library wrote the JSON Schema, and runs the patterns itself.
    warnings: [],
    unchecked: [],
    check,
    async read({ value, exact }) {
      return readResult(exact, await standard.validate(value));
    },
  };
}

/**
 * Uses the schema's input side for both `input` and `output`: a result is sent as `run` returned it,
 * before defaults and transforms.
 */
function jsonSchemaOf(converter: StandardSchema['~standard']['jsonSchema']): object {
  try {
    return converter.input({ target: 'draft-2020-12' });
  } catch {
    // Standard JSON Schema recommends 2020-12 and draft-07, and requires neither.
  }
  try {
    return converter.input({ target: 'draft-07' });
  } catch (error) {
    throw new Error(`has no JSON Schema form: ${(error as Error).message}`, { cause: error });
  }
}
