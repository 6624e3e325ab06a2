import { LIMITS, type SigningSecret } from '@mkt/protocol';
import { formatTime } from '../show/time.ts';
import type { Output } from '../terminal/output.ts';

/** What a service does with the secret of its listing, as `trySecret` of @mkt/conformance finds out. */
export type SecretTrialResult =
  | { kind: 'used' | 'unused' | 'refused' }
  | { kind: 'wrong-clock'; clock: string }
  | { kind: 'failed' | 'not-tried'; message: string };

interface TriedSecret {
  /** The variable that the service should read the secret from. */
  variable: string;
  /** Whether the running service cannot have read the secret yet. */
  isNew: boolean;
  /** Until when calls are signed with the secret before it too. */
  oldUntil?: string | undefined;
}

/** Until when calls are signed with the secret before this one too; `undefined` if they are not. */
export const oldSecretUntil = ({ previousExpiresAt: until }: SigningSecret): string | undefined =>
  until !== null && Date.parse(until) > Date.now() ? until : undefined;

const LABEL = 'signed call';

/** Says whether calls of the marketplace will be accepted. */
export function showSecretTrial(
  output: Output,
  trial: SecretTrialResult,
  { variable, isNew, oldUntil }: TriedSecret,
): void {
  switch (trial.kind) {
    case 'used':
      return output.done(LABEL, 'accepted; unsigned calls are refused');
    case 'unused':
      return output.note(
        LABEL,
        `the service still accepts anyone’s calls: restart it with ${variable} set`,
      );
    case 'refused':
      if (oldUntil !== undefined) {
        const then = formatTime(oldUntil);
        return output.note(
          LABEL,
          `refused with the new secret. If the service has the old one, restart it with ${variable} set: the old one expires ${then}`,
        );
      }
      if (!isNew) return output.fail(LABEL, 'refused, so every order fails');
      return output.note(
        LABEL,
        `refused, because the service has not read ${variable} yet: restart it. Until then its orders fail`,
      );
    case 'wrong-clock':
      return output.fail(
        LABEL,
        `refused: the clock of the service is ${trial.clock}. At most ${LIMITS.signatureToleranceSeconds} s are accepted, so set it`,
      );
    case 'failed':
      return output.fail(LABEL, trial.message);
    case 'not-tried':
      return output.note(LABEL, `not tried: ${trial.message}`);
  }
}
