import { textMembers } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import { jsonOf, readBytes } from '../../input/read-input.ts';
import { showReview } from '../../publish/show-review.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { providerLines } from '../../show/provider.ts';

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
      const { text } = jsonOf(await readBytes(file, shell), file === '-' ? 'stdin' : file);
      const client = await session.client();
      const { JsonText } = await import('@mkt/client');
      // The marketplace checks it, and names every place: it is sent as it is.
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
