// One seller of the demonstration, from nothing to calls that it verifies.
import { publishService } from '@mkt/cli/publish';
import { ApiError } from '@mkt/client';
import { startSeller } from './servers.mjs';

/** The listing of an earlier start that this seller is, with its secret when it has one. */
async function findListing(client, id) {
  if (typeof id !== 'string') return {};
  try {
    const { status } = await client.providers.get(id);
    if (status === 'archived') return {};
    if (status !== 'published' && status !== 'paused') return { id };
    return { id, secret: (await client.providers.signingSecret(id)).secret };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {};
    throw error;
  }
}

function refusalOf({ kind, provider, preview }) {
  const checks = provider?.reviewChecks ?? preview?.checks ?? [];
  const failing = checks
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ message }) => message);
  return `was not published (${kind}): ${failing.join('; ') || provider?.reviewRejectionReason}.`;
}

/**
 * Starts the seller, publishes it, and sees to it that it runs with the signing secret, which the
 * marketplace makes when it publishes. A listing that an earlier start made is updated.
 *
 * @param {{ client: import('@mkt/client').Client, fleet: object, name: string, port: number,
 *   known: unknown }} seller `known` is the id of that listing
 */
export async function publishSeller({ client, fleet, name, port, known }) {
  const { id: listing, secret: before } = await findListing(client, known);
  const { server, url } = await startSeller(fleet, { name, port, secret: before });

  const outcome = await publishService({ client, serviceUrl: url, listing });
  if (outcome.kind !== 'published') throw server.failure(refusalOf(outcome));
  const { secret } = outcome.secret;
  if (secret !== before) {
    await fleet.stop(server);
    // Where it was published, also when any free port was asked for.
    await startSeller(fleet, { name, port: Number(new URL(url).port), secret });
  }
  return { name, url, provider: outcome.provider };
}
