import type { Check } from '@mkt/protocol';
import type { CheckName } from './check.ts';
import { failed, passed } from './outcomes.ts';
import type { TransportOutcome } from '../transport.ts';
import { responseObject, outcomeText } from '../calls/response-json.ts';

/** A check of one kind of call; its messages read "a call … is refused". */
export interface Claim {
  name: CheckName;
  /** What is special about the call; it continues "a call". */
  because: string;
  fix: string;
}

export const isStatus = (outcome: TransportOutcome, status: number) =>
  outcome.kind === 'response' && outcome.status === status;

/** A check that passes if every call returned 401. */
export function mustRefuse(
  { name, because, fix }: Claim,
  outcomes: readonly TransportOutcome[],
): Check {
  const taken = outcomes.find((outcome) => !isStatus(outcome, 401));
  if (!taken) return passed(name, `a call ${because} is refused with 401`);
  return failed(name, { message: `a call ${because} ${outcomeText(taken)}; expected 401`, fix });
}

/** Whether the service accepted a call: only a 2xx says so. */
export const isAccepted = (outcome: TransportOutcome): boolean =>
  outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;

/** A check that passes if the service accepted the call. */
export function mustAccept({ name, because, fix }: Claim, outcome: TransportOutcome): Check {
  if (isAccepted(outcome)) return passed(name, `a call ${because} is accepted`);
  return failed(name, { message: `a call ${because} ${outcomeText(outcome)}`, fix });
}

/**
 * `signature-missing`: calls that lack one or both headers return 401 and an error that starts with
 * "Missing".
 */
export function missingHeadersVerdict(outcomes: readonly TransportOutcome[]): Check {
  const name = 'signature-missing';
  const fix = `Restart the service with MKT_SIGNING_SECRET set. It must then refuse calls that lack either header: return 401 and { "error": "Missing … headers" }.`;
  const refused = mustRefuse({ name, because: 'without signature headers', fix }, outcomes);
  if (refused.outcome === 'failed') return refused;
  const isNamed = outcomes.every((outcome) => {
    const error = responseObject(outcome)?.['error'];
    return typeof error === 'string' && error.startsWith('Missing');
  });
  return isNamed
    ? refused
    : failed(name, {
        message: 'the 401 without signature headers has no { error } that starts with "Missing"',
        fix,
      });
}
