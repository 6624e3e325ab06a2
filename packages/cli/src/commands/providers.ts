import { type Provider, textMembers } from '@mkt/protocol';
import { listCommand } from '../cli/list-command.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { confirm } from '../input/ask.ts';
import { jsonOf, readBytes } from '../input/read-input.ts';
import { showReview } from '../publish/show-review.ts';
import { formatStatus, providerLines } from '../show/listing.ts';
import { formatTime } from '../show/price.ts';
import { truncate } from '../terminal/text.ts';

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

export const providersShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt providers show text-insights', 'see why it was flagged']],
  })
    .argument('<provider>', 'slug or id')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { providers } = await client();
      output.result(await providers.get(id, { signal: shell.signal }), providerLines);
    });

export const providersList: CommandFactory = (open) =>
  listCommand<Provider>(open, {
    examples: [['mkt providers list', 'see which are published, under review or flagged']],
    load: ({ providers }, query, options) => providers.list(query, options),
    headings: ['provider', 'title', 'status', 'updated', 'reason'],
    row: (provider) => [
      provider.slug,
      truncate(provider.title, 40),
      formatStatus(provider),
      formatTime(provider.updatedAt) ?? '',
      truncate(provider.reviewRejectionReason ?? '', 60),
    ],
    empty: 'You have no providers. Create one: mkt publish',
  });

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

interface ProvidersDeleteOptions extends GlobalOptions {
  yes?: boolean;
}

export const providersDelete: CommandFactory = (open) =>
  newCommand({
    description: 'A provider that was published can only be archived: mkt listings archive.',
    examples: [['mkt providers delete my-draft --yes', 'without confirmation']],
  })
    .argument('<provider>', 'slug or id')
    .option('-y, --yes', 'delete without confirmation')
    .action(async (id: string, options: ProvidersDeleteOptions) => {
      const session = open(options);
      await confirm(session, `Delete ${id}?`, options.yes);
      const { providers } = await session.client();
      await providers.delete(id, { signal: session.shell.signal });
      session.output.result({ deleted: id }, () => '');
      session.output.done('deleted', id);
    });
