import { isObject, parseJson } from '@mkt/protocol';
import type { TransportOutcome } from '../transport.ts';

/** The JSON object in the body of a response; `undefined` for any other outcome. */
export function responseObject(
  outcome: TransportOutcome,
): Readonly<Record<string, unknown>> | undefined {
  if (outcome.kind !== 'response') return undefined;
  const parsed = parseJson(outcome.body);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** An outcome as the rest of a sentence that starts with the request's name. */
export function outcomeText(outcome: TransportOutcome): string {
  switch (outcome.kind) {
    case 'response':
      return `returned ${outcome.status}`;
    case 'refused':
      return `is not allowed: its URL ${outcome.message}`;
    case 'failed':
      if (outcome.reason === 'aborted') return 'was cancelled';
      return `failed: the service ${outcome.message}`;
  }
}
