import type { Check, ListingContent } from '@mkt/protocol';
import type { SchemaValidator } from '../schema-validator.ts';
import type { Transport } from '../transport.ts';
import type { UrlPolicy } from '../url-policy.ts';

/** What the checks run with. */
export interface CheckEnvironment {
  transport: Transport;
  schemas: SchemaValidator;
  urlPolicy: UrlPolicy;
  /** The `content` check: `createContentReview`, or a version that runs off the main thread. */
  reviewContent(content: ListingContent, slug?: string): Check | Promise<Check>;
  /** How often a network check is tried before it fails; 3 by default. */
  attempts?: number;
  /** Waits between two attempts; in real time by default. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends the checks early: unfinished ones fail. */
  signal?: AbortSignal | undefined;
  /** Called with each check as it completes. */
  onCheck?(check: Check): void;
}
