import type { Listing } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { money, type Money } from '../cli/options.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import {
  changesOf,
  editInEditor,
  editLines,
  listingEdit,
  type ListingEdit,
} from '../publish/edit-listing.ts';
import { CliError } from '../errors/cli-error.ts';
import { assessUpdate } from '../publish/assess-update.ts';
import { BREAKING } from '../publish/show-impact.ts';
import { confirm } from '../input/ask.ts';
import { jsonOf, readBytes } from '../input/read-input.ts';
import { warningLine } from '../show/check.ts';
import { quoteArgument } from '../terminal/text.ts';

interface ListingsEditOptions extends GlobalOptions {
  file?: string;
  title?: string;
  description?: string;
  category?: string;
  tags?: string;
  price?: { money: Money; hasCurrency: boolean };
  yes?: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Without options it opens the listing as JSON in $VISUAL or $EDITOR; what you delete there is removed. With --file or options, fields that you leave out stay as they are; a field set to null or an empty text is removed. Either way mkt shows what changes and what that means for buyers, and asks for confirmation. Nothing is changed if the listing was changed elsewhere in the meantime.',
    examples: [
      ['mkt listings edit text-insights', 'in your editor'],
      ["mkt listings edit text-insights --price 0.03 --title 'Text insights'", 'some fields'],
      ['mkt listings edit text-insights --file listing.json --yes', 'in a script'],
    ],
  })
    .argument('<listing>', 'slug or id')
    .option('--file <file>', 'the fields to change as JSON, or - for stdin')
    .option('--title <title>', 'its title')
    .option('--description <text>', 'its description')
    .option('--category <category>', 'its category')
    .option('--tags <tags>', 'its tags, separated by commas')
    .option('--price <amount>', "its price per unit, as in 0.02 or '5 EUR'", priceOf)
    .option('-y, --yes', 'change it without confirmation')
    .action(async (id: string, options: ListingsEditOptions) => {
      const session = open(options);
      const { shell } = session;
      const { signal } = shell;
      const fields = fieldsOf(options);
      const isByFields = Object.keys(fields).length > 0 || options.price !== undefined;
      if (isByFields && options.file !== undefined) {
        throw new CliError('invalid_usage', 'Pass --file or single fields, not both.');
      }
      if (!isByFields && options.file === undefined && !session.ask.isPossible) {
        throw new CliError(
          'missing_value',
          'An editor needs a terminal: pass --file or the fields to change.',
          {
            next: 'See the options: mkt listings edit --help',
          },
        );
      }
      const bytes = options.file === undefined ? undefined : await readBytes(options.file, shell);
      const { listings } = await session.client();
      const listing = await listings.get(id, { signal });
      const apply = (edit: ListingEdit) => applyEdit(session, { listing, edit, yes: options.yes });
      if (bytes) {
        const source = options.file === '-' ? 'stdin' : (options.file ?? '');
        return await apply(listingEdit(jsonOf(bytes, source).exact, listing, source));
      }
      if (!isByFields) return await editInEditor(session, listing, apply);
      const price = options.price && {
        ...options.price.money,
        // An amount alone keeps the currency of the listing.
        ...(options.price.hasCurrency ? {} : { currency: listing.price.currency }),
      };
      return await apply(
        listingEdit({ ...fields, ...(price ? { price } : {}) }, listing, 'These values'),
      );
    });

const priceOf = (text: string) => ({ money: money(text), hasCurrency: /[A-Za-z]/.test(text) });

/** The fields that the options change; an empty text removes. */
function fieldsOf({
  title,
  description,
  category,
  tags,
}: ListingsEditOptions): Record<string, unknown> {
  const orNull = (text: string) => (text.trim() === '' ? null : text);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: orNull(description) }),
    ...(category === undefined ? {} : { category: orNull(category) }),
    ...(tags === undefined
      ? {}
      : {
          tags: tags
            .split(',')
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ''),
        }),
  };
}

/** Shows what an edit changes, asks, and sends it. */
async function applyEdit(
  session: Session,
  { listing, edit, yes }: { listing: Listing; edit: ListingEdit; yes: boolean | undefined },
): Promise<void> {
  const { output, shell } = session;
  const { signal } = shell;
  const slug = listing.slug;
  if (edit.changes.length === 0) {
    output.result({ changed: false, listing }, () => '');
    return output.line(`Nothing changes: ${slug} has this content already.`);
  }
  const client = await session.client();
  const spinner = output.spin('past orders');
  const impact = await assessUpdate(client, { ...listing, ...edit.before }, edit.after, {
    signal,
    onRead: (read) => spinner.update(`past orders ${read}`),
  }).finally(spinner.stop);
  for (const line of editLines(edit.changes, impact, output.style)) output.line(line);
  await confirm(session, `${impact.isBreaking ? BREAKING : ''}Change ${slug}?`, yes);
  const { listings } = client;
  const latest = await listings.get(listing.id, { signal });
  const changedSince = changesOf(edit.before, latest);
  if (changedSince.length > 0) {
    const names = changedSince.map(({ name }) => name).join(', ');
    throw new CliError(
      'listing_changed',
      `${slug} was changed elsewhere in the meantime (${names}). Your changes were not saved.`,
      {
        next: `Edit it again: mkt listings edit ${quoteArgument(listing.slug)}`,
      },
    );
  }
  const changed = await listings.update(listing.id, edit.update, { signal });
  output.result({ changed: true, ...impact, listing: changed }, () => '');
  output.done('changed', slug);
  for (const warning of changed.warnings ?? []) output.line(warningLine(warning, output.style));
}
