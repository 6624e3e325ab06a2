import type { Detail } from '@mkt/protocol';

export type ValidationOutcome =
  | { kind: 'valid' }
  | { kind: 'invalid'; details: Detail[] }
  /** Not decided within the time that validating may take. */
  | { kind: 'timeout' }
  /** Too many of this listing wait already. */
  | { kind: 'busy' }
  /** The listing has another schema by now. */
  | { kind: 'changed' };

export interface ValidationTask {
  /** Of the schema's text: names its compiled validator. */
  schemaHash: string;
  /** Asked only when the validator is not at hand. */
  loadSchema(): Promise<string | null>;
  /** The same value twice, so that nobody has to parse or print it again. */
  value: unknown;
  json: string;
  /** A listing: its tasks wait for each other, not for another listing's. */
  group: string;
}

/** Sellers' schemas, which are hostile code: compiled and run where they can do no harm. */
export interface SchemaValidation {
  /**
   * What is wrong with a schema; nothing means that it is accepted. Paths start with `path`;
   * schemas of one group wait for each other, not for another group's.
   */
  inspect(schema: unknown, about: { path: string; group: string }): Promise<Detail[]>;
  validate(task: ValidationTask): Promise<ValidationOutcome>;
}
