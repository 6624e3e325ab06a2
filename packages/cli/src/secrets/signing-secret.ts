import { parseSigningSecret } from '@mkt/protocol/signing';
import { CliError } from '../errors/cli-error.ts';

const BYTES = 32;

/**
 * Returns a signing secret that a marketplace sent, if it is valid: `whsec_` and the base64 of 32 bytes.
 * It ends up in files that shells and loaders read, so anything else is neither written nor printed.
 */
export function checkedSecret(received: unknown): string {
  if (typeof received === 'string' && parseSigningSecret(received)?.length === BYTES) {
    return received;
  }
  throw new CliError(
    'invalid_response',
    'The marketplace sent an invalid signing secret; it was neither written nor printed.',
    { next: 'Check which marketplace this is: mkt whoami' },
  );
}
