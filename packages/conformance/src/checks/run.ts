import type { Check, RunContract } from '@mkt/protocol';
import { failed, passed } from './check.ts';
import { requestName } from '../calls/ping.ts';
import type { SchemaValidator } from '../schema-validator.ts';
import { outcomeText, ownFix, readJsonBody } from '../calls/response-body.ts';
import type { TransportOutcome } from '../transport.ts';

/** The result of a response without a body. */
const NULL = new TextEncoder().encode('null');

/**
 * A service returns 200 without a body to a GET that checks its reachability. If it responds to a call in
 * the same way, it has not looked at the input.
 */
const looksLikeProbe = (method: string, status: number): boolean =>
  method === 'GET' && status === 200;

/**
 * `run`: the request example returns 2xx and JSON that matches `outputSchema`, or no body, which counts
 * as null.
 */
export async function checkRun(
  { method, endpointPath, outputSchema }: RunContract,
  outcome: TransportOutcome,
  schemas: SchemaValidator,
): Promise<Check> {
  const name = `${requestName(method, endpointPath)} with the request example`;
  if (outcome.kind !== 'response' || outcome.status < 200 || outcome.status > 299) {
    return failed('run', {
      message: `${name} ${outcomeText(outcome)}; expected 2xx`,
      fix:
        ownFix(outcome) ?? 'Make the endpoint work for requestExampleJson, or change the example.',
    });
  }
  const isEmpty = outcome.body.length === 0;
  if (isEmpty && looksLikeProbe(method, outcome.status)) {
    return failed('run', {
      message: `${name} returned 200 without a body, as a reachability probe expects: buyers would pay for the result null`,
      fix: 'Run the service for GET, and respond to HEAD alone without a body. If the result is always null, respond with 204.',
    });
  }
  if (isEmpty && outputSchema === undefined) {
    return passed('run', `${name} returned ${outcome.status} without a body`);
  }
  const read = readJsonBody(isEmpty ? { body: NULL } : outcome);
  if (!read.ok) {
    return failed('run', {
      message: `the response to ${name} ${read.problem}`,
      fix: 'Return JSON or an empty body.',
    });
  }
  const verdict =
    outputSchema === undefined
      ? ({ ok: true } as const)
      : await schemas.validate(outputSchema, read.document);
  if (verdict.ok === true)
    return passed(
      'run',
      `${name} returned ${outcome.status} ${isEmpty ? 'without a body' : 'with valid JSON'}`,
    );
  if (verdict.ok === 'timeout') {
    return failed('run', {
      message: `the response to ${name} took too long to check against outputSchema`,
      fix: 'Simplify outputSchema: fewer alternatives and references.',
    });
  }
  const { details } = verdict;
  const reason = details[0] ? `: ${details[0].path || 'the response'} ${details[0].message}` : '';
  return failed('run', {
    message: isEmpty
      ? `${name} returned ${outcome.status} without a body: the result null does not match outputSchema`
      : `the response to ${name} does not match outputSchema${reason}`,
    fix: 'Change the response or outputSchema so that they match: buyers see each mismatch.',
    details,
  });
}
