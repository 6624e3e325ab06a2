import { LIMITS } from '@mkt/protocol';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/printable.ts';

/** What a service does with the secret of its listing, as `trySecret` of @mkt/conformance finds out. */
export type SecretTrialResult =
  | { kind: 'used' | 'unused' | 'other-secret' }
  | { kind: 'wrong-clock'; clock: string }
  | { kind: 'not-tried'; message: string };

interface TriedSecret {
  slug: string;
  /** The variable that the service should read the secret from. */
  variable: string;
  /** Whether the secret has just been written: the service, which runs, cannot have read it yet. */
  isNew: boolean;
}

const LABEL = 'signed call';

/** Says whether calls of the marketplace will be accepted, and what to do if not. */
export function showSecretTrial(
  output: Output,
  trial: SecretTrialResult,
  { slug, variable, isNew }: TriedSecret,
): void {
  switch (trial.kind) {
    case 'used':
      return output.done(LABEL, 'accepted; unsigned calls are refused');
    case 'unused':
      return output.note(
        LABEL,
        `the service still accepts anyone’s calls: restart it with ${variable} set`,
      );
    case 'other-secret':
      if (isNew) {
        return output.note(
          LABEL,
          `refused, because the service has not read ${variable} yet: restart it. Until then its orders fail`,
        );
      }
      return output.note(
        LABEL,
        `refused: the service uses another secret, so its orders will fail. Restart it with ${variable} ` +
          `as printed by: mkt secrets pull ${quoteArgument(slug)} --print-secret`,
      );
    case 'wrong-clock':
      return output.note(
        LABEL,
        `refused: the clock of the service is ${trial.clock}. At most ${LIMITS.signatureToleranceSeconds} s are accepted, so set it`,
      );
    case 'not-tried':
      return output.note(LABEL, `not tried: ${trial.message}`);
  }
}
