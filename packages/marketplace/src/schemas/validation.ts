import { createHash } from 'node:crypto';
import {
  type Check,
  type Detail,
  type Finding,
  LIMITS,
  type ListingContent,
  type ReadJson,
  type Verdict,
  type Warning,
} from '@mkt/protocol';
import { SCHEMA_LIMITS } from '../market/limits.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';
import { Refusal } from '../market/refusal.ts';
import { createBoundedMap } from '../structures/collections.ts';
import { createMainThread, warmMainThread } from './main-thread.ts';
import { createWorkerPool, type TaskOutcome } from './worker-pool.ts';
import type { SchemaTask } from './worker-process.ts';

type ValidationOutcome =
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

interface SchemaContext {
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

/** What a change to the contract means for buyers (docs/buy/catalogue.md#history). */
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

const READ_BUDGET_MS = 2_000;
/**
 * Preparing the built-in word lists takes 30 ms, a full list of the operator's 200 ms. A
 * machine with much else to do may need far longer to load them, and no listing may be flagged for
 * that.
 */
const CONTENT_BUDGET_MS = 10_000;
/** A comparison ends itself well before; loading its code may take long on a busy machine. */
const COMPARISON_BUDGET_MS = 10_000;
const MAX_INSPECTIONS = 500;
/**
 * Delays warming up, because a server that has just started needs its cores for more urgent work.
 */
const WARM_AFTER_MS = 1_000;

/** Once for all marketplaces of this process. */
let warmed: Promise<void> | undefined;

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(fromSource ? './schema-worker.ts' : './schema-worker.js', import.meta.url);

/**
 * The result of a content check that timed out; content within the limits never takes this long.
 */
const CONTENT_TIMEOUT: Check = {
  name: 'content',
  ok: false,
  level: 'required',
  outcome: 'failed',
  message: 'checking the texts took too long',
  fix: 'Shorten the description, the examples and the texts in the schemas.',
};

type ReviewTask = Extract<SchemaTask, { kind: 'review-content' | 'review-profile' }>;

/** The result of a comparison whose process was killed. */
const COMPARISON_FAILED: ContractComparison = {
  verdict: 'unknown',
  findings: [
    {
      path: '/runContract',
      severity: 'unknown',
      message: 'Comparing the two versions took too much time or memory.',
    },
  ],
};

const outcomeOf = (details: Detail[]): ValidationOutcome =>
  details.length === 0 ? { kind: 'valid' } : { kind: 'invalid', details };

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Serializes a schema; `undefined` if it nests too deeply, as one from a caller in this process
 * may.
 */
function textOf(schema: unknown): string | undefined {
  try {
    return JSON.stringify(schema);
  } catch {
    return undefined;
  }
}

interface SchemaValidationOptions {
  /** The maximum number of schema processes, which take about 60 MB each. */
  processes: number;
  /** Additional blocked words of the operator, for the content check. */
  blockedWords?: string[];
}

/**
 * Validates against sellers' schemas. A schema is compiled in a schema process, never here. The
 * result is a plan, which this thread applies within a budget of work; anything more expensive is
 * decided in a schema process with a time limit
 * ([why](../../../../docs/adr/0008-schemas-are-interpreted.md)).
 */
export function createSchemaValidation({
  processes,
  blockedWords = [],
}: SchemaValidationOptions): SchemaValidation & {
  /** Starts the schema processes soon, before they are needed. */
  warm(): void;
  close(): Promise<void>;
} {
  const pool = createWorkerPool({
    script: SCRIPT,
    execArgv: fromSource ? ['--conditions=mkt-source'] : [],
    size: processes,
  });
  /** Every change to a listing returns the warnings about its schemas, which rarely change. */
  const inspections = createBoundedMap<InspectedSchema>({ max: MAX_INSPECTIONS });
  const mainThread = createMainThread(() => performance.now());
  let warming: NodeJS.Timeout | undefined;

  /**
   * Loads the text of the schema; `undefined` if the listing no longer has the schema with this
   * hash.
   */
  async function loadSchema(task: ValidationTask): Promise<string | undefined> {
    const text = await task.loadSchema();
    return text !== null && hashOf(text) === task.schemaHash ? text : undefined;
  }

  /** Each process has its own cache: a process without the schema is sent its text. */
  async function validateInWorker(task: ValidationTask): Promise<ValidationOutcome> {
    const { group, seller: beside, urgent = false, schemaHash, document } = task;
    const scheduling = {
      group,
      beside,
      urgent,
      waitsUntilMs: performance.now() + SCHEMA_LIMITS.waitMs,
    };
    const wantsPlan = !mainThread.hasPlan(schemaHash);
    const request = { kind: 'validate', schemaHash, json: document.text, wantsPlan } as const;
    let outcome = await pool.run(scheduling, request, LIMITS.inputValidationMs);
    if (outcome.kind === 'reply' && outcome.reply.kind === 'unknown-schema') {
      const schemaJson = await loadSchema(task);
      if (schemaJson === undefined) return { kind: 'changed' };
      const requestWithText = { ...request, schemaJson };
      outcome = await pool.run(
        scheduling,
        requestWithText,
        READ_BUDGET_MS,
        LIMITS.inputValidationMs,
      );
    }
    if (outcome.kind === 'reply' && outcome.reply.kind === 'details' && outcome.reply.plan) {
      mainThread.add(schemaHash, outcome.reply.plan);
    }
    return decided(outcome);
  }

  async function review(group: string, task: ReviewTask): Promise<Check> {
    const outcome = await pool.run({ group }, task, CONTENT_BUDGET_MS, CONTENT_BUDGET_MS);
    if (outcome.kind === 'busy') throw schemasBusy();
    if (outcome.kind === 'reply' && outcome.reply.kind === 'content') return outcome.reply.check;
    return CONTENT_TIMEOUT;
  }

  return {
    async inspect(schema, { path, method, group }) {
      const refused = (detail: Detail) => ({ details: [detail], warnings: [], queryProblems: [] });
      const schemaJson = textOf(schema);
      if (schemaJson === undefined) return refused({ path, message: 'is nested too deeply' });
      const key = hashOf(`${path} ${method} ${schemaJson}`);
      const known = inspections.get(key);
      if (known) return known;
      const outcome = await pool.run(
        { group },
        { kind: 'inspect', schemaJson, path, ...(method ? { method } : {}) },
        READ_BUDGET_MS,
      );
      if (outcome.kind === 'busy') throw schemasBusy();
      if (outcome.kind !== 'reply' || outcome.reply.kind !== 'inspected') {
        return refused({ path, message: 'takes too long to check', keyword: 'timeout' });
      }
      inspections.set(key, outcome.reply.inspected);
      return outcome.reply.inspected;
    },
    async validate(task) {
      const details = mainThread.validate(task);
      return details ? outcomeOf(details) : validateInWorker(task);
    },
    reviewContent: (content, slug, group) =>
      review(group, {
        kind: 'review-content',
        contentJson: JSON.stringify(content),
        blockedWords,
        ...(slug === undefined ? {} : { slug }),
      }),
    reviewProfile: (profile, group) =>
      review(group, { kind: 'review-profile', profileJson: JSON.stringify(profile), blockedWords }),
    async compare(before, after, group) {
      const outcome = await pool.run(
        { group },
        { kind: 'compare', beforeJson: JSON.stringify(before), afterJson: JSON.stringify(after) },
        COMPARISON_BUDGET_MS,
        COMPARISON_BUDGET_MS,
      );
      if (outcome.kind === 'busy') throw schemasBusy();
      if (outcome.kind === 'reply' && outcome.reply.kind === 'compared') {
        return outcome.reply.comparison;
      }
      return COMPARISON_FAILED;
    },
    warm() {
      warming = setTimeout(() => {
        pool.warm();
        warmed ??= warmMainThread();
      }, WARM_AFTER_MS).unref();
    },
    close() {
      clearTimeout(warming);
      return pool.close();
    },
  };
}

function decided(outcome: TaskOutcome): ValidationOutcome {
  if (outcome.kind !== 'reply') return { kind: outcome.kind };
  // A schema that was accepted earlier and is refused now cannot be decided in any time, nor can a
  // pattern that V8 does not run.
  return outcome.reply.kind === 'details' ? outcomeOf(outcome.reply.details) : { kind: 'timeout' };
}
