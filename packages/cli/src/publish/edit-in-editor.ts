import { parseJson, type Listing } from '@mkt/protocol';
import type { Ask } from '../input/ask.ts';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Shell } from '../terminal/shell.ts';
import { CliError } from '../errors/cli-error.ts';
import { createEditedFile, type EditedFile } from './open-editor.ts';
import { contentOf, listingEdit, withRemovals, type ListingEdit } from './edit-listing.ts';

interface Editing {
  ask: Ask;
  output: Output;
  shell: Shell;
}

/**
 * Opens a listing in the editor until it is valid, and applies the edit. Unless that succeeds, the
 * file is kept and named, so that no work is lost.
 */
export async function editInEditor(
  session: Editing,
  listing: Listing,
  apply: (edit: ListingEdit) => Promise<void>,
): Promise<void> {
  const before = contentOf(listing);
  const text = `${JSON.stringify(before, null, 2)}\n`;
  const file = await createEditedFile(session.shell, text);
  try {
    const edit = await editedListing(session, listing, file);
    await apply(edit);
  } catch (error) {
    session.output.line(
      `Your edit is kept: mkt listings edit ${quoteArgument(listing.slug)} --file ${quoteArgument(file.path)}`,
    );
    throw error;
  }
  await file.remove();
}

/** Opens the editor again while the text is not valid and the user wants to go on. */
async function editedListing(
  { ask, output }: Editing,
  listing: Listing,
  file: EditedFile,
): Promise<ListingEdit> {
  for (;;) {
    const text = await file.edit();
    try {
      const { edit, document } = readEdit(text, listing);
      // From now on the file is what --file would need: there what is left out is not removed.
      await file.write(`${JSON.stringify(document, null, 2)}\n`);
      return edit;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      output.warn(error.message);
      for (const { path, message } of error.details) {
        output.line(`  ${path || '(root)'}   ${message}`);
      }
      if (!(await ask.confirm({ message: 'Edit it again?', flag: '--file', default: true }))) {
        throw error;
      }
    }
  }
}

function readEdit(text: string, listing: Listing): { edit: ListingEdit; document: unknown } {
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok) throw new CliError('unreadable_input', `The edited text ${parsed.message}.`);
  const document = withRemovals(parsed.exact, contentOf(listing));
  return { edit: listingEdit(document, listing, 'The edited text'), document };
}
