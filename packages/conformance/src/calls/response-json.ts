import { isObject, parseJson } from '@mkt/protocol';
import type { TransportOutcome } from '../transport.ts';

/** The members of a JSON object that was answered; `undefined` for any other answer. */
export function answeredObject(
  outcome: TransportOutcome,
): Readonly<Record<string, unknown>> | undefined {
  if (outcome.kind !== 'response') return undefined;
  const parsed = parseJson(outcome.body);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** An outcome in half a sentence, after the request's name. */
export function outcomeText(outcome: TransportOutcome): string {
  switch (outcome.kind) {
    case 'response':
      return `answers ${outcome.status}`;
    case 'refused':
      return `is not allowed: the address ${outcome.message}`;
    case 'failed':
      return `failed: the service ${outcome.message}`;
  }
}
