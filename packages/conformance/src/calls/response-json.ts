import { isObject, parseJson, visibleLine } from '@mkt/protocol';
import type { TransportOutcome } from '../transport.ts';

/** The JSON object in the body of a response; `undefined` for any other outcome. */
export function responseObject(
  outcome: TransportOutcome,
): Readonly<Record<string, unknown>> | undefined {
  if (outcome.kind !== 'response') return undefined;
  const parsed = parseJson(outcome.body);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

const MAX_ERROR = 200;

/**
 * The `error` of a JSON response, or its `fix`, which is for the seller, in one line of at most 200
 * characters.
 */
export function ownError(outcome: TransportOutcome): string | undefined {
  const said = responseObject(outcome);
  const error = said?.['fix'] ?? said?.['error'];
  if (typeof error !== 'string') return undefined;
  const line = visibleLine(error);
  if (line === '') return undefined;
  return line.length > MAX_ERROR ? `${line.slice(0, MAX_ERROR)}…` : line;
}

/** An outcome as the rest of a sentence that starts with the request's name. */
export function outcomeText(outcome: TransportOutcome): string {
  switch (outcome.kind) {
    case 'response':
      return `returned ${outcome.status}${errorText(outcome)}`;
    case 'refused':
      return `is not allowed: its URL ${outcome.message}`;
    case 'failed':
      if (outcome.reason === 'aborted') return 'was cancelled';
      return `failed: the service ${outcome.message}`;
  }
}

function errorText(outcome: TransportOutcome): string {
  const error = ownError(outcome);
  return error === undefined ? '' : ` with the error "${error}"`;
}
