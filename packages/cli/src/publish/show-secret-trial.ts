import { LIMITS } from '@mkt/protocol';
import type { Output } from '../terminal/output.ts';

/** What a service does with the secret of its listing, as `trySecret` of @mkt/conformance finds out. */
export type SecretTrialResult =
  | { kind: 'used' | 'unused' | 'refused' }
  | { kind: 'wrong-clock'; clock: string }
  | { kind: 'failed' | 'not-tried'; message: string };

interface TriedSecret {
  /** The variable that the service should read the secret from. */
  variable: string;
  /** Whether the service, which runs, cannot have read the secret yet. */
  isNew: boolean;
}

const LABEL = 'signed call';

/** Says whether calls of the marketplace will be accepted. */
export function showSecretTrial(
  output: Output,
  trial: SecretTrialResult,
  { variable, isNew }: TriedSecret,
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
