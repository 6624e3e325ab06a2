// The two sellers of the demonstration: each is served, published, and verifies its calls.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { publishService } from '@mkt/cli/publish';
import { ApiError } from '@mkt/client';
import { serve } from '@mkt/seller-kit/node';
import { qrCode } from '../../examples/qr-code/src/service.ts';
import { textInsights } from '../../examples/text-insights/src/service.ts';
import { DemoError } from './report.mjs';

const SERVICES = { 'text-insights': textInsights, 'qr-code': qrCode };

/** The ids of the listings that an earlier run created; none if it left no readable file. */
async function readIds(file) {
  try {
    return Object(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

/** The listing of an earlier run, which is updated; undefined if it is archived or gone. */
async function findListing(client, id, signal) {
  if (typeof id !== 'string') return undefined;
  try {
    const { status } = await client.listings.get(id, { signal });
    return status === 'archived' ? undefined : id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function reasonOf({ provider, preview }) {
  const failures = (provider?.reviewChecks ?? preview?.checks ?? [])
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ message }) => message);
  return failures.join('; ') || provider?.reviewRejectionReason;
}

async function publishThenClose(server, options) {
  await using served = server;
  return await publishService({ ...options, serviceUrl: served.url });
}

/**
 * Serves one seller and publishes it. The signing secret exists once the listing does, so the
 * service is then served again with it, on the same port.
 */
async function openSeller({ name, port, listing, client, servers, signal }) {
  const serveWith = (signingSecret, on) =>
    serve(SERVICES[name]({ signingSecret }), { host: '127.0.0.1', port: on });

  // Until then every call is refused.
  const unverified = await serveWith(`whsec_${randomBytes(24).toString('base64')}`, port);
  const outcome = await publishThenClose(unverified, { client, listing, signal });
  if (outcome.kind !== 'published') {
    throw new DemoError(`${name} was not published (${outcome.kind}): ${reasonOf(outcome)}`);
  }
  const { url } = servers.use(await serveWith(outcome.secret.secret, unverified.port));
  return { name, url, provider: outcome.provider };
}

/**
 * Opens both sellers at the same time, and remembers their listings in `file`, so that the next run
 * updates them whatever its ports are.
 */
export async function openSellers({ client, ports, file, servers, signal }) {
  const ids = await readIds(file);
  const sellers = await Promise.all(
    Object.keys(SERVICES).map(async (name) => {
      const listing = await findListing(client, ids[name], signal);
      const port = ports[`${name}-port`];
      return await openSeller({ name, port, listing, client, servers, signal });
    }),
  );
  const published = Object.fromEntries(sellers.map(({ name, provider }) => [name, provider.id]));
  await writeFile(file, `${JSON.stringify(published)}\n`, { mode: 0o600 });
  return sellers;
}
