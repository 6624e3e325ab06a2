import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { showReview } from '../publish/show-review.ts';
import type { CommandFactory } from '../cli/session.ts';
import { providerLines } from '../show/provider.ts';

interface ProvidersSubmitOptions extends GlobalOptions {
  wait: boolean;
}

export const providersSubmit: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt providers submit text-insights', 'after fixing what the review flagged']],
  })
    .argument('<provider>', 'slug or id')
    .option('--no-wait', 'do not wait for the review')
    .action(async (id: string, options: ProvidersSubmitOptions) => {
      const session = open(options);
      const client = await session.client();
      const provider = await client.providers.submit(id, { signal: session.shell.signal });
      if (!options.wait) return session.output.result(provider, providerLines);
      await showReview(session, client, provider);
    });
