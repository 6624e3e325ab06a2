// Times are Unix milliseconds; `*_json` is JSON as text, on both engines.
import type { HealthStatus, HistoryActor, Method, ProviderStatus, Verdict } from '@mkt/protocol';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface ListingTable {
  /** Grows with every insert; the full-text index refers to rows by it. */
  row_number: Generated<number>;
  id: string;
  account_id: string;
  slug: string;
  title: string;
  description: string | null;
  category: string | null;
  tags_json: string | null;
  price_micros: number;
  price_currency: string;
  price_unit: string;
  method: Method;
  endpoint_path: string;
  health_endpoint: string | null;
  input_schema_json: string | null;
  input_schema_hash: string | null;
  output_schema_json: string | null;
  output_schema_hash: string | null;
  request_example_json: string | null;
  response_example_json: string | null;
  status: ProviderStatus;
  revision: number;
  version: number;
  rejection_reason: string | null;
  review_checks_json: string;
  paused_by_marketplace: Flag;
  published_at: number | null;
  created_at: number;
  updated_at: number;
  /** What is searched: text of a tsvector on Postgres, JSON on SQLite (`search-document.ts`). */
  search_document: string;
  /** The step of its quality (`domain/quality-step.ts`) on the days whose number modulo 3 is this. */
  quality_step_0: Generated<number>;
  quality_step_1: Generated<number>;
  quality_step_2: Generated<number>;
}

export interface ListingTagTable {
  listing_id: string;
  tag: string;
}

/** SQLite's full-text index of published listings; its rowid is a listing's row number. */
export interface ListingSearchTable {
  rowid: number;
}

/** How many published listings of an account have a word in title or tags; maintained by triggers. */
export interface SearchWordTable {
  word: string;
  account_id: string;
  listings: number;
}

/** Words of titles and tags, each under itself and under what is left of it without one letter. */
export interface SearchSpellingTable {
  key: string;
  word: string;
}

/** Every slug that was ever assigned; none is assigned again. */
export interface SlugTable {
  slug: string;
  listing_id: string;
}

export interface SlugCounterTable {
  base: string;
  last_number: number;
}

export interface ListingHealthTable {
  listing_id: string;
  status: HealthStatus;
  checked_at: number | null;
  latency_ms: number | null;
  uptime_24h: number | null;
  next_probe_at: number | null;
  /** How often the current failure was retried; it is recorded after the last retry. */
  probe_retries: number;
  /** The `Quality` of the listing, from calls of other accounts in the last days; null for too few. */
  quality_json: string | null;
  /** When it is computed again; null: not before the next sale. */
  quality_due_at: number | null;
  /** Inputs that could not be validated in time, since the input schema was last changed. */
  slow_inputs: Generated<number>;
}

export interface HealthProbeTable {
  listing_id: string;
  checked_at: number;
  healthy: Flag;
  status_code: number | null;
  latency_ms: number;
}

/** The changes to listings; those to one listing are numbered. */
export interface ListingHistoryTable {
  listing_id: string;
  number: number;
  revision: number;
  /** Buyers may read it. */
  is_public: Flag;
  at: number;
  actor_kind: HistoryActor['kind'];
  actor_name: string | null;
  verdict: Verdict;
  changes_json: string;
  /** Changes of fields that only the owner sees. */
  own_changes_json: string;
  findings_json: string;
}

export interface SigningSecretTable {
  listing_id: string;
  sealed: string;
  created_at: number;
  previous_sealed: string | null;
  previous_expires_at: number | null;
}
