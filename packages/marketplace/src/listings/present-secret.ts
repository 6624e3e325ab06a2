import type { RotatedSecret } from '../webhooks/webhook-store.ts';
import { iso, isoOrNull } from '../http/response.ts';

const secretFields = (secret: RotatedSecret) => ({
  secret: secret.current,
  createdAt: iso(secret.createdAtMs),
  previousExpiresAt: isoOrNull(secret.previousExpiresAtMs),
});

export const presentWebhookSecret = (secret: RotatedSecret) => ({
  status: 200 as const,
  json: secretFields(secret),
});

export const presentSigningSecret = ({
  slug,
  secrets,
}: {
  slug: string;
  secrets: RotatedSecret;
}) => ({
  status: 200 as const,
  json: { slug, ...secretFields(secrets) },
});
