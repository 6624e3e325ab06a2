import { pointerTo } from '@mkt/protocol';

/*
 * The parts of Standard Schema and Standard JSON Schema that the kit reads, copied as
 * https://standardschema.dev recommends, so that no library has to depend on another.
 */

type JsonObject = Record<string, unknown>;

export interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

export type StandardResult<Output> =
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
export function isStandard(schema: unknown): schema is { '~standard': Record<string, unknown> } {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) return false;
  if (!('~standard' in schema)) return false;
  const standard = schema['~standard'];
  return standard !== null && typeof standard === 'object';
}

export function hasJsonSchema(schema: { '~standard': object }): schema is StandardSchema {
  return 'jsonSchema' in schema['~standard'] && 'validate' in schema['~standard'];
}

/** JSON Pointer of an issue's path. */
export function issuePointer(issue: StandardIssue): string {
  return (issue.path ?? [])
    .map((segment) => String(typeof segment === 'object' ? segment.key : segment))
    .reduce(pointerTo, '');
}
