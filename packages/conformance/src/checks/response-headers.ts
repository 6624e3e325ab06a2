import type { Check } from '@mkt/protocol';
import { CORS_FIXES, JSON_FIXES, withCode, type Framework } from './framework-fixes.ts';
import { failed, passed, skipped } from './check.ts';
import type { ObservedResponse } from '../calls/ping.ts';

const MAX_NAMED = 3;

function named(responses: readonly ObservedResponse[]): string {
  const names = [...new Set(responses.map(({ name }) => name))];
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}

const MAX_VALUE = 60;

const shortened = (value: string) =>
  value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;

/** `cors`: every response has `Access-Control-Allow-Origin: *` (docs/reference/seller-interface.md). */
export function checkCors(responses: readonly ObservedResponse[], framework?: Framework): Check {
  if (responses.length === 0) return skipped('cors', 'there was no response');
  const without = responses.filter(
    ({ response }) => response.headers.get('access-control-allow-origin')?.trim() !== '*',
  );
  if (without.length === 0) {
    return passed('cors', `all ${responses.length} responses have Access-Control-Allow-Origin: *`);
  }
  const given = without.flatMap(
    ({ response }) => response.headers.get('access-control-allow-origin') ?? [],
  );
  const message = `no Access-Control-Allow-Origin: * on ${named(without)}`;
  return failed('cors', {
    message: given[0] === undefined ? message : `${message}; it is "${shortened(given[0])}" there`,
    fix: withCode('Set it on every response, including errors.', CORS_FIXES, framework),
  });
}

const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b|us-ascii\b)\w/i;

/** `content-type`: every response with a body is `application/json` (docs/reference/seller-interface.md). */
export function checkContentType(
  responses: readonly ObservedResponse[],
  framework?: Framework,
): Check {
  const bodies = responses.filter(({ response }) => response.body.length > 0);
  if (bodies.length === 0) return skipped('content-type', 'no response had a body');
  const other = bodies.filter(
    ({ response }) =>
      !/^application\/json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? ''),
  );
  const recoded = bodies.filter(({ response }) =>
    OTHER_CHARSET.test(response.headers.get('content-type') ?? ''),
  );
  if (other.length === 0 && recoded.length > 0) {
    return failed('content-type', {
      message: `Content-Type has a charset other than UTF-8 on ${named(recoded)}`,
      fix: 'JSON is always UTF-8: send Content-Type: application/json without a charset.',
    });
  }
  if (other.length === 0) {
    return passed('content-type', 'every response with a body is application/json');
  }
  return failed('content-type', {
    message: `Content-Type is not application/json on ${named(other)}`,
    fix: withCode(
      'Send JSON with Content-Type: application/json, including errors.',
      JSON_FIXES,
      framework,
    ),
  });
}
