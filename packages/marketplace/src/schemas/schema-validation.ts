import type {
  Check,
  Detail,
  Finding,
  ListingContent,
  ReadJson,
  Verdict,
  Warning,
} from '@mkt/protocol';
import { Refusal } from '../market/refusal.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';

export type ValidationOutcome =
  | { kind: 'valid' }
  | { kind: 'invalid'; details: Detail[] }
  /** The validation ran out of time. */
  | { kind: 'timeout' }
  /**
   * The validation did not start: too many tasks of this account are waiting, or it waited too
   * long.
   */
  | { kind: 'busy' }
  /** The listing no longer has the schema with this hash. */
  | { kind: 'changed' };

export interface ValidationTask {
  /** SHA-256 of the schema's text in hex, which identifies its compiled validator. */
  schemaHash: string;
  /** Called only if the validator is not cached. */
  loadSchema(): Promise<string | null>;
  /** The value to validate; its exact numbers are computed where it is validated. */
  document: ReadJson;
  /**
   * The account that the time is charged to: the buyer of an input, the seller of a result. Its tasks
   * wait for each other, not for those of other accounts.
   */
  group: string;
  /**
   * The seller whose schema a buyer's input is checked against. Only one task of either account runs
   * at a time, so that neither one buyer nor the buyers of one listing delay the others.
   */
  seller?: string;
  /** Runs before the other tasks of the account. */
  urgent?: boolean;
}

export interface SchemaContext {
  /** JSON Pointer of the schema: paths of details and warnings start with it. */
  path: string;
  /** For an input schema, the method of the call that carries the input. */
  method?: string;
  /** The account that the time is charged to. */
  group: string;
}

/** The same as `SchemaReport` of `@mkt/json-schema`. */
export interface InspectedSchema {
  /** Why the schema is refused; empty when it is accepted. */
  details: Detail[];
  /** Parts of an accepted schema that have no effect. */
  warnings: Warning[];
  /** Where a valid input cannot be sent as a query string. */
  queryProblems: Detail[];
}

/** What a buyer agrees to. */
export type ContractTerms = Pick<ListingContent, 'price' | 'runContract'>;

/** What a change to the contract means for buyers (docs/listings.md#history). */
export interface ContractComparison {
  verdict: Verdict;
  /** The most severe first, at most 50. */
  findings: Finding[];
}

/** Runs sellers' schemas, which are hostile code, where they can do no harm. */
export interface SchemaValidation {
  /**
   * Checks a schema against the rules. An `InexactNumber` in it represents a number that a double
   * cannot. Schemas of one account (`group`) wait for each other, not for those of other accounts.
   * Rejects with the refusal `overloaded` if it could not start in time.
   */
  inspect(schema: unknown, context: SchemaContext): Promise<InspectedSchema>;
  validate(task: ValidationTask): Promise<ValidationOutcome>;
  /**
   * Runs the `content` check of a listing, whose schemas may have 128 KiB of text. `group` is the
   * account that the time is charged to. Rejects like `inspect`.
   */
  reviewContent(content: ListingContent, slug: string | undefined, group: string): Promise<Check>;
  /** Runs the `content` check of a seller's profile, like `reviewContent`. */
  reviewProfile(profile: ProfileTexts, group: string): Promise<Check>;
  /**
   * Compares two versions of a contract. The verdict is `unknown` if that takes too much work.
   * `group` is the account that the time is charged to. Rejects like `inspect`.
   */
  compare(before: ContractTerms, after: ContractTerms, group: string): Promise<ContractComparison>;
}

/** The refusal of schema work that could not start in time. */
export const schemasBusy = (): Refusal =>
  new Refusal(
    'overloaded',
    'Too many schema checks are waiting for this account; try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  );
