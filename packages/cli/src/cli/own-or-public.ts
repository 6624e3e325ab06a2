import type { Client } from '@mkt/client';
import type { Session } from './session.ts';

type Load<Found> = (client: Client, options: { signal: AbortSignal }) => PromiseLike<Found>;

/**
 * The owner's view of a listing, or for a listing of someone else the public one. The owner's has
 * more fields, so it is tried first; a buyer's key may lack its scope.
 */
export async function ownOrPublic<Own, Public>(
  { client, settings, shell }: Pick<Session, 'client' | 'settings' | 'shell'>,
  loadOwn: Load<Own>,
  loadPublic: Load<Public>,
): Promise<Own | Public> {
  const { signal } = shell;
  const market = await client();
  if ((await settings()).apiKey === undefined) return await loadPublic(market, { signal });
  const { NotFoundError, PermissionError } = await import('@mkt/client');
  try {
    return await loadOwn(market, { signal });
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof PermissionError)) throw error;
  }
  return await loadPublic(market, { signal });
}
