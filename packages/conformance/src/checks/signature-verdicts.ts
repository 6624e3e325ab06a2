import type { Check } from '@mkt/protocol';
import type { CheckName } from './check-names.ts';
import { failed, passed } from './outcomes.ts';
import type { TransportOutcome } from '../transport.ts';
import { answeredObject, outcomeText } from '../calls/response-json.ts';

/** What a call shows, told of the call: "a call … is refused". */
export interface Claim {
  name: CheckName;
  /** What is special about the call. */
  because: string;
  fix: string;
}

export const isStatus = (outcome: TransportOutcome, status: number) =>
  outcome.kind === 'response' && outcome.status === status;

/** A check that passes when every call is answered with 401. */
export function mustRefuse(
  { name, because, fix }: Claim,
  outcomes: readonly TransportOutcome[],
): Check {
  const taken = outcomes.find((outcome) => !isStatus(outcome, 401));
  if (!taken) return passed(name, `a call ${because} is refused with 401`);
  return failed(name, { message: `a call ${because} ${outcomeText(taken)}; it must be 401`, fix });
}

/** A check that passes when the call fares no worse than the plain signed one did. */
export function mustAccept(
  { name, because, fix }: Claim,
  outcome: TransportOutcome,
  plain: TransportOutcome,
): Check {
  const isGood = ({ kind, status }: { kind: string; status?: number }) =>
    kind === 'response' && status !== undefined && status >= 200 && status < 300;
  const isAccepted =
    outcome.kind === 'response' && outcome.status !== 401 && (isGood(outcome) || !isGood(plain));
  if (isAccepted) return passed(name, `a call ${because} is accepted`);
  return failed(name, { message: `a call ${because} ${outcomeText(outcome)}`, fix });
}

/** `signature-missing`: without both headers, 401 and a message that starts with "Missing". */
export function judgeMissing(outcomes: readonly TransportOutcome[]): Check {
  const name = 'signature-missing';
  const fix = `Refuse calls without both headers with 401 and { "error": "Missing … headers" } as soon as MKT_SIGNING_SECRET is set.`;
  const refused = mustRefuse({ name, because: 'without its signature headers', fix }, outcomes);
  if (refused.outcome === 'failed') return refused;
  const isNamed = outcomes.every((outcome) => {
    const error = answeredObject(outcome)?.['error'];
    return typeof error === 'string' && error.startsWith('Missing');
  });
  return isNamed
    ? refused
    : failed(name, {
        message: 'the 401 without signature headers has no { error } that starts with "Missing"',
        fix,
      });
}
