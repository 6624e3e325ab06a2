import type { Client } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { awaitReview } from './await-review.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { providerLines } from '../show/listing.ts';

/** Waits for the review and prints the provider; a flagged provider is an error. */
export async function showReview(
  { output, shell }: { output: Output; shell: Shell },
  client: Client,
  provider: Provider,
): Promise<void> {
  const spinner = output.spin('review');
  const reviewed = await awaitReview(client, provider.id, { signal: shell.signal }).finally(
    spinner.stop,
  );
  output.result(reviewed, providerLines);
  if (reviewed.status !== 'flagged') return;
  throw new CliError('review_flagged', `The review flagged ${reviewed.slug}.`, {
    checks: output.isJson ? reviewed.reviewChecks : [],
    next: `Fix the failed checks, then: mkt providers submit ${reviewed.slug}`,
  });
}
