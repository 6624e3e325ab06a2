import { ERROR_TYPES, IMPORT_ERROR_TYPES, isErrorType, type ErrorType } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';

/** The table of docs/reference/errors.md, written again. */
const TABLE: Readonly<Record<number, readonly ErrorType[]>> = {
  400: [
    'malformed_request',
    'invalid_request',
    'invalid_json',
    'invalid_input',
    'invalid_schema',
    'invalid_cursor',
    'url_not_allowed',
  ],
  401: ['unauthenticated'],
  402: ['budget_exceeded'],
  403: [
    'insufficient_scope',
    'forbidden_origin',
    'signup_closed',
    'account_suspended',
    'budget_protected',
  ],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'invalid_state_transition',
    'listing_not_active',
    'listing_archived',
    'listing_changed',
    'order_running',
    'order_settled',
    'review_in_progress',
    'provider_was_published',
    'secret_not_available',
    'slug_taken',
    'email_taken',
  ],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'network',
    'non_ok_status',
    'invalid_json',
    'invalid_contract',
    'review_failed',
    'idempotency_key_reused',
  ],
  429: ['rate_limited', 'quota_exceeded'],
  431: ['headers_too_large'],
  500: ['internal'],
  503: ['overloaded', 'storage_unavailable'],
};

describe('the error types', () => {
  it('are those of the reference, each with its status', () => {
    const byStatus: Record<number, string[]> = {};
    for (const [type, info] of Object.entries(ERROR_TYPES)) {
      (byStatus[info.status] ??= []).push(type);
      if ('importStatus' in info) (byStatus[info.importStatus] ??= []).push(type);
    }
    const sorted = (table: Readonly<Record<number, readonly string[]>>) =>
      Object.fromEntries(
        Object.entries(table).map(([status, types]) => [status, types.toSorted()]),
      );
    expect(sorted(byStatus)).toEqual(sorted(TABLE));
  });

  it('include four for imports, all with status 422', () => {
    expect(IMPORT_ERROR_TYPES).toEqual([
      'network',
      'non_ok_status',
      'invalid_json',
      'invalid_contract',
    ]);
    const statuses = IMPORT_ERROR_TYPES.map((type) => {
      const info = ERROR_TYPES[type];
      return 'importStatus' in info ? info.importStatus : info.status;
    });
    expect(statuses).toEqual([422, 422, 422, 422]);
  });

  it('each explain their meaning in one sentence', () => {
    for (const { meaning } of Object.values(ERROR_TYPES)) expect(meaning).toMatch(/^\S.*\.$/);
  });

  it('are recognised by isErrorType, and nothing else is', () => {
    expect(isErrorType('not_found')).toBe(true);
    for (const other of ['', 'Not_found', 'toString', '__proto__', undefined, null, 404]) {
      expect(isErrorType(other)).toBe(false);
    }
  });
});
