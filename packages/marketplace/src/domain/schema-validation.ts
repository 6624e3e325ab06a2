import type { Check, Detail, ListingContent, ReadJson, Warning } from '@mkt/protocol';
import { Refusal } from './refusal.ts';

export type ValidationOutcome =
  | { kind: 'valid' }
  | { kind: 'invalid'; details: Detail[] }
  /** Not decided within the time that validating may take. */
  | { kind: 'timeout' }
  /** Not begun: too many tasks of this account wait, or it waited too long. */
  | { kind: 'busy' }
  /** The listing has another schema by now. */
  | { kind: 'changed' };

export interface ValidationTask {
  /** Of the schema's text: names its compiled validator. */
  schemaHash: string;
  /** Asked only when the validator is not at hand. */
  loadSchema(): Promise<string | null>;
  /** What is judged: its exact value, which is computed here or elsewhere. */
  document: ReadJson;
  /** The account whose time it costs: its tasks wait for each other, not for another account's. */
  group: string;
  /** Comes before the account's other tasks. */
  urgent?: boolean;
}

export interface InspectedPlace {
  /** Where the schema stands: paths of details and warnings start with it. */
  path: string;
  /** Of an input schema, the method that carries the input. */
  method?: string;
  /** Whose time it costs. */
  group: string;
}

/** As `SchemaReport` of `@mkt/json-schema`. */
export interface InspectedSchema {
  /** Why the schema is refused; empty when it is accepted. */
  details: Detail[];
  /** What in an accepted schema has no effect. */
  warnings: Warning[];
  /** Where an accepted input cannot travel in the query string. */
  queryFaults: Detail[];
}

/** Sellers' schemas, which are hostile code: read and applied where they can do no harm. */
export interface SchemaValidation {
  /**
   * What the rules say of a schema. An `InexactNumber` in it stands for a number that a double does
   * not keep. Schemas of one account (`group`) wait for each other, not for another account's. Rejects
   * with the refusal `overloaded` when it could not begin in time.
   */
  inspect(schema: unknown, about: InspectedPlace): Promise<InspectedSchema>;
  validate(task: ValidationTask): Promise<ValidationOutcome>;
  /**
   * The `content` check of a listing, whose schemas may hold 128 KiB of text; `group` is whose time it
   * costs. Rejects as `inspect` does.
   */
  reviewContent(content: ListingContent, slug: string | undefined, group: string): Promise<Check>;
}

/** Schema work of an account that could not begin in time: nothing was decided. */
export const schemasBusy = (): Refusal =>
  new Refusal('overloaded', 'Too many schema checks of this account are waiting; try again.', {
    retryAfterSeconds: 1,
  });
