import type { Client } from '@mkt/client';

/** Revokes an API key with the key alone (RFC 7009), whatever its scopes. */
export async function revokeKey(
  client: Pick<Client, 'request'>,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  const body = new URLSearchParams({ token: key });
  await client.request('POST', '/auth/revoke', { body, signal });
}
