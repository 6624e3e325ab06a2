import { textMembers } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { jsonOf, readBytes } from '../input/read-input.ts';
import { showReview } from '../publish/show-review.ts';
import type { CommandFactory } from '../cli/session.ts';
import { providerLines } from '../show/provider.ts';

interface ProvidersCreateOptions extends GlobalOptions {
  draft?: boolean;
  wait: boolean;
}

export const providersCreate: CommandFactory = (open) =>
  newCommand({
    description:
      'The file has title, price { amount } and runContract { method, endpointPath, … } as JSON. ' +
      'A service with /contract needs no such file: use mkt publish.',
    examples: [
      ['mkt providers create provider.json', 'submit it for review'],
      ['mkt providers create provider.json --draft', 'save it as a draft'],
    ],
  })
    .argument('<file>', 'provider as JSON, or - for stdin')
    .option('--draft', 'save it as a draft, without a review')
    .option('--no-wait', 'do not wait for the review')
    .action(async (file: string, options: ProvidersCreateOptions) => {
      const session = open(options);
      const { shell, output } = session;
      const { text } = jsonOf(await readBytes(file, shell), file === '-' ? 'stdin' : file);
      const client = await session.client();
      const { JsonText } = await import('@mkt/client');
      // Sent unchecked: the marketplace reports every problem with its location.
      const body = new JsonText(options.draft ? asDraft(text) : text);
      const provider = await client.providers.create(body, { signal: shell.signal });
      if (!options.wait || provider.status !== 'pending_review') {
        return output.result(provider, providerLines);
      }
      await showReview(session, client, provider);
    });

function asDraft(json: string): string {
  if (!json.trimStart().startsWith('{')) return json;
  const members = textMembers(json)
    .filter(({ name }) => name !== 'listingState')
    .map(({ name, text }) => `${JSON.stringify(name)}:${text}`);
  return `{${[...members, '"listingState":"draft"'].join(',')}}`;
}
