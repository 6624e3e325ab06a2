import type { CreateProviderRequest } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../../new-command.ts';
import { jsonOf, readBytes } from '../../read-input.ts';
import { showReview } from '../../review.ts';
import type { CommandFactory } from '../../session.ts';
import { providerLines } from '../../show/provider-lines.ts';

interface Options extends GlobalOptions {
  draft?: boolean;
  wait: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'The file is JSON with title, price { amount } and runContract { method, endpointPath, … }. ' +
      'A service that answers /contract needs no such file: mkt publish.',
    examples: [
      ['mkt providers create provider.json', 'submit it for review at once'],
      ['mkt providers create provider.json --draft', 'only save it'],
    ],
  })
    .argument('<file>', 'JSON of the provider, or - for stdin')
    .option('--draft', 'save it without a review')
    .option('--no-wait', 'do not wait for the review')
    .action(async (file: string, options: Options) => {
      const session = open(options);
      const { shell, output } = session;
      const source = jsonOf(await readBytes(file, shell), file === '-' ? 'stdin' : file);
      // The marketplace checks it, and names every place: it is sent as it is.
      const body = source as CreateProviderRequest;
      const client = await session.client();
      const provider = await client.providers.create(
        options.draft && isObject(body) ? { ...body, listingState: 'draft' } : body,
        { signal: shell.signal },
      );
      if (!options.wait || provider.status !== 'pending_review') {
        return output.result(provider, providerLines);
      }
      await showReview(session, client, provider);
    });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
