import { join } from 'node:path';
import type { Client } from '@mkt/client';
import { publishService } from '../publish/publish-service.ts';
import { showProgress } from '../publish/show-progress.ts';
import type { PublishOutcome } from '../publish/publish-event.ts';
import { SECRET_FILE } from '../store/secret-file.ts';
import { writeSecret, type SecretWritten } from '../store/write-secret.ts';
import { projectListings } from '../store/project-listings.ts';
import { isServed } from '../validate/served-contract.ts';
import type { Output } from '../terminal/output.ts';

export interface PublishedHere {
  outcome: PublishOutcome;
  /** Where the secret is; `undefined` if the listing was not published. */
  secret: (SecretWritten & { value: string }) | undefined;
}

export interface PublishHere {
  client: Client;
  serviceUrl: string;
  folder: string;
  output: Output;
  signal: AbortSignal;
}

const NO_SPINNER = { update() {}, stop() {} };
/** The steps of which `mkt dev` says something. */
const SHOWN = new Set(['imported', 'updated', 'submitted']);

/**
 * Publishes a service at the marketplace of its own project, without asking. The secret goes to
 * `.env`, unless that has another one for this listing.
 */
export async function publishHere(options: PublishHere): Promise<PublishedHere> {
  const { client, serviceUrl, folder, output, signal } = options;
  let secret: PublishedHere['secret'];
  // Lines are printed at any time here, and a spinner would garble them.
  const progress = showProgress({ ...output, spin: () => NO_SPINNER });
  try {
    const outcome = await publishService({
      client,
      serviceUrl,
      project: projectListings(folder, client),
      isStillThere: ({ runContract }) => isServed(runContract.endpointPath, signal),
      // A port that has changed is no other service.
      isSameService: async () => true,
      report: (event) => {
        if (SHOWN.has(event.step)) progress.report(event);
      },
      keepSecret: async ({ secret: value }, { slug }) => {
        const file = join(folder, SECRET_FILE);
        const kept = await writeSecret(file, { slug, secret: value, projectFolder: folder });
        secret = { ...kept, value };
      },
      signal,
    });
    return { outcome, secret };
  } finally {
    progress.stop();
  }
}
