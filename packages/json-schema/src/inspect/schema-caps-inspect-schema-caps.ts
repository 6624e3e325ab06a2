import { LIMITS } from '@mkt/protocol';

/**
 * The maximum sizes of a seller's JSON Schema. Each cap prevents something that was measured to hang
 * or crash ajv 8.20: 10 000 levels of `properties` or 2000 of `allOf` ran out of memory, an
 * `enum` of 200 000 and a `oneOf` of 5000 took over 5 s.
 */
export const SCHEMA_CAPS = {
  /** UTF-8 bytes of the schema's JSON text. */
  textBytes: 64 * 1024,
  /** Nesting of the JSON itself. */
  jsonDepth: LIMITS.jsonDepth,
  /** Schemas inside schemas. */
  depth: 32,
  /** Number of schemas. */
  nodes: 5000,
  /** Names in one `properties`, `required` or the like. */
  properties: 500,
  /** Values of one `enum`. */
  enumValues: 1000,
  /** Members of one `allOf`, `anyOf` or `oneOf`. */
  branches: 100,
  /** UTF-16 code units of one pattern. The one that arktype writes for IP addresses has 1,428. */
  patternLength: 2048,
  /**
   * Steps of all patterns of a schema together: compiling takes about 1 µs each. One that RE2 cannot run
   * counts its characters.
   */
  patternStepsInAll: 20_000,
  /** Number of references. */
  references: 500,
  /** Schemas that apply to one value, with every reference expanded. */
  expansion: 10_000,
} as const;
