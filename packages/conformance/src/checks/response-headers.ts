import type { Check } from '@mkt/protocol';
import { failed, passed, skipped } from './outcomes.ts';
import type { ObservedAnswer } from '../calls/observed-responses.ts';

const MAX_NAMED = 3;

function named(answers: readonly ObservedAnswer[]): string {
  const names = [...new Set(answers.map(({ name }) => name))];
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}

/** `cors`: every answer has `Access-Control-Allow-Origin: *` (docs/seller-interface.md). */
export function checkCors(answers: readonly ObservedAnswer[]): Check {
  if (answers.length === 0) return skipped('cors', 'nothing was answered');
  const without = answers.filter(
    ({ answer }) => answer.headers.get('access-control-allow-origin')?.trim() !== '*',
  );
  if (without.length === 0) {
    return passed('cors', `all ${answers.length} answers have Access-Control-Allow-Origin: *`);
  }
  return failed('cors', {
    message: `no Access-Control-Allow-Origin: * on ${named(without)}`,
    fix: "Set it on every answer, errors too. With express: res.set('Access-Control-Allow-Origin', '*')",
  });
}

/** `content-type`: every answer with a body is `application/json` (docs/seller-interface.md). */
export function checkContentType(answers: readonly ObservedAnswer[]): Check {
  const bodies = answers.filter(({ answer }) => answer.body.length > 0);
  if (bodies.length === 0) return skipped('content-type', 'no answer had a body');
  const other = bodies.filter(
    ({ answer }) => !/^application\/json\s*(?:;|$)/i.test(answer.headers.get('content-type') ?? ''),
  );
  if (other.length === 0) {
    return passed('content-type', 'every answer with a body is application/json');
  }
  return failed('content-type', {
    message: `Content-Type is not application/json on ${named(other)}`,
    fix: 'Answer JSON with Content-Type: application/json, errors too. With express: res.json(…)',
  });
}
