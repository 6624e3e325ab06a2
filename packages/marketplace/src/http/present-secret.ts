import type { RotatedSecret } from '../domain/webhook-store.ts';
import { iso, isoOrNull } from './present-listing.ts';

/** A secret of a listing or of a webhook. */
export const presentSecret = (secret: RotatedSecret) => ({
  status: 200 as const,
  json: {
    secret: secret.current,
    createdAt: iso(secret.createdAtMs),
    previousExpiresAt: isoOrNull(secret.previousExpiresAtMs),
  },
});
