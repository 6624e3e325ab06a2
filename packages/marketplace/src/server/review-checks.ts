import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  type CheckEnvironment,
  readBlockedWords,
  type SchemaValidator,
  type UrlPolicy,
} from '@mkt/conformance';
import { isObject, readJson } from '@mkt/protocol';
import { REVIEW_LIMITS } from '../market/limits.ts';
import { type Clock, pause } from '../market/outside.ts';
import { schemaText } from '../market/schema-text.ts';
import { schemasBusy, type SchemaValidation } from '../schemas/validation.ts';
import { createBoundedTransport, type GuardedFetch } from '../sellers/guarded-fetch.ts';
import { ConfigError } from './data-folder.ts';

/**
 * Schema validation for the checks of a review; `group` is the account that the time is charged to.
 */
export function checkSchemas(schemas: SchemaValidation, group: string): SchemaValidator {
  return {
    inspect: (schema, context) => schemas.inspect(schema, { ...context, group }),
    async validate(schema, { text }) {
      const schemaJson = isObject(schema) ? schemaText(schema) : JSON.stringify(schema);
      const schemaHash = createHash('sha256').update(schemaJson).digest('hex');
      const outcome = await schemas.validate({
        schemaHash,
        loadSchema: () => Promise.resolve(schemaJson),
        document: readJson(text),
        group,
      });
      switch (outcome.kind) {
        case 'valid':
          return { ok: true };
        case 'invalid':
          return { ok: false, details: outcome.details };
        case 'busy':
          throw schemasBusy();
        case 'timeout':
        case 'changed':
          return { ok: 'timeout' };
      }
    },
  };
}

const MAX_BYTES = 1024 * 1024;

const refuse = (path: string, problem: string) =>
  new ConfigError(`MKT_BLOCKED_WORDS_FILE: ${path} ${problem}.`);

/**
 * Loads the blocked words of the operator. Throws `ConfigError` if they cannot be read: a server
 * that is configured to block words does not start without them.
 */
export function loadBlockedWords(path: string | null): string[] {
  if (path === null) return [];
  const read = readBlockedWords(bytesOf(path));
  if (!read.ok) throw refuse(path, read.message);
  return read.words;
}

function bytesOf(path: string): Uint8Array {
  let file: ReturnType<typeof statSync>;
  try {
    file = statSync(path);
  } catch {
    throw refuse(path, 'does not exist or cannot be read');
  }
  if (!file.isFile()) throw refuse(path, 'is not a file');
  if (file.size > MAX_BYTES) throw refuse(path, `is larger than ${MAX_BYTES} bytes`);
  try {
    return readFileSync(path);
  } catch {
    throw refuse(path, 'cannot be read');
  }
}

interface ReviewChecksDeps {
  outbound: GuardedFetch;
  schemas: SchemaValidation;
  urlPolicy: UrlPolicy;
  clock: Clock;
  /** Aborted when the process gives up its calls. */
  ending: AbortSignal;
}

/**
 * Runs work with the checks of a review, under one deadline; `accountId` is the account that the
 * time is charged to.
 */
type WithChecks = <Result>(
  accountId: string,
  work: (checks: CheckEnvironment) => Promise<Result>,
) => Promise<Result>;

export function createReviewChecks(deps: ReviewChecksDeps): WithChecks {
  const { outbound, schemas, urlPolicy, clock, ending } = deps;
  return async function withChecks(accountId, work) {
    const late = new AbortController();
    const cancel = clock.after(REVIEW_LIMITS.deadlineMs, () => late.abort());
    const checks: CheckEnvironment = {
      transport: createBoundedTransport(outbound, {
        clock,
        withinMs: REVIEW_LIMITS.deadlineMs,
        sellerId: accountId,
      }),
      schemas: checkSchemas(schemas, accountId),
      urlPolicy,
      reviewContent: (content, slug) => schemas.reviewContent(content, slug, accountId),
      signal: AbortSignal.any([late.signal, ending]),
      wait: (ms, signal) => pause(clock, ms, signal),
    };
    try {
      return await work(checks);
    } finally {
      cancel();
    }
  };
}
