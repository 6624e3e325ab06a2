import type { Check, Detail } from '@mkt/protocol';
import type { InspectedSchema } from '../domain/schema-validation.ts';

/**
 * What a worker process is asked. A schema's text is sent to a process once; after that its hash
 * names it. With the text, the process reads what it does not have, and validates in one task: a
 * second task could land in a process that has not met the schema either.
 */
export type SchemaTask =
  | { kind: 'inspect'; schemaJson: string; path: string; method?: string }
  | {
      kind: 'validate';
      schemaHash: string;
      schemaJson?: string;
      json: string;
      /** The schema's plan is to come back too. */
      wantsPlan: boolean;
    }
  /** `contentJson`: a `ListingContent`. The operator's words come along, for a process reads no file. */
  | { kind: 'review-content'; contentJson: string; slug?: string; blockedWords: string[] };

/**
 * `ready` comes once, when a process has started. `begun` comes before each step of the work, so
 * that its time is counted from there, and not a start or a queue of ours. `refused`: the schema
 * is not accepted. `unknown-schema`: the process does not have this validator (any more). A plan
 * (`Plan` of `@mkt/json-schema`) comes as JSON.
 */
export type SchemaReply =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'unknown-schema' }
  | { kind: 'refused' }
  | { kind: 'inspected'; inspected: InspectedSchema }
  | { kind: 'content'; check: Check }
  | { kind: 'details'; details: Detail[]; planJson?: string };
