import type { Check, Detail } from '@mkt/protocol';
import type { ContractComparison, InspectedSchema } from './schema-validation.ts';
import type { PlanMessage } from './plan-message.ts';

/**
 * A task for a schema process. The text of a schema is sent to a process once; afterwards its hash
 * identifies it. With the text, the process compiles the schema and validates in one task: a second
 * task might go to a process that does not have the schema either.
 */
export type SchemaTask =
  | { kind: 'inspect'; schemaJson: string; path: string; method?: string }
  | {
      kind: 'validate';
      schemaHash: string;
      schemaJson?: string;
      json: string;
      /** Whether to return the plan of the schema too. */
      wantsPlan: boolean;
    }
  /**
   * `contentJson` is a `ListingContent`. The blocked words are part of the task because worker
   * processes read no files.
   */
  | { kind: 'review-content'; contentJson: string; slug?: string; blockedWords: string[] }
  /** `profileJson` is a `ProfileTexts`. */
  | { kind: 'review-profile'; profileJson: string; blockedWords: string[] }
  /** Both are `ContractTerms`. */
  | { kind: 'compare'; beforeJson: string; afterJson: string };

/**
 * `ready` is sent once, when the process has started. `begun` is sent before each step of a task,
 * so that its time counts from there, without the start of the process or the queue. `refused`: the
 * schema is not accepted. `unknown-schema`: the process does not have this validator. `undecided`: a
 * pattern is too large for V8.
 */
export type SchemaReply =
  | { kind: 'ready' }
  | { kind: 'begun' }
  | { kind: 'unknown-schema' }
  | { kind: 'refused' }
  | { kind: 'undecided' }
  | { kind: 'inspected'; inspected: InspectedSchema }
  | { kind: 'content'; check: Check }
  | { kind: 'compared'; comparison: ContractComparison }
  | { kind: 'details'; details: Detail[]; plan?: PlanMessage };
