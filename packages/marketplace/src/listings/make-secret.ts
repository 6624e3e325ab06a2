import { formatSigningSecret } from '@mkt/protocol/signing';
import type { Identity } from '../market/identity.ts';

const SECRET_BYTES = 32;

/** Makes a secret that signs the calls of a listing, or the deliveries to a webhook. */
export const makeSecret = ({ randomBytes }: Pick<Identity, 'randomBytes'>): string =>
  formatSigningSecret(randomBytes(SECRET_BYTES));
