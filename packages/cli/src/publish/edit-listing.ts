import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  isObject,
  type Listing,
  parseJson,
  type Price,
  type UpdateListingRequest,
} from '@mkt/protocol';
import { validate } from '@mkt/protocol/validate';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import { formatPriceChange } from '../show/price.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import type { Style } from '../terminal/style.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Impact } from './publish-event.ts';
import { impactLines } from './show-impact.ts';
import { formatValue, row } from './show-plan.ts';

/** Always the same: with a listing's name in it, the marketplace would choose the path. */
const FILE = 'listing.json';

/** A file in its own folder that only its owner can read. */
interface EditedFile {
  path: string;
  /** Opens the editor, waits until it ends, and returns the text. */
  edit(): Promise<string>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

async function createEditedFile(
  { env, signal }: Pick<Shell, 'env' | 'signal'>,
  text: string,
): Promise<EditedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-edit-'));
  const path = join(folder, FILE);
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  const editor = env['VISUAL'] || env['EDITOR'] || (platform() === 'win32' ? 'notepad' : 'vi');
  return {
    path,
    edit: async () => {
      await openEditor(editor, folder, { env, signal });
      return await readFile(path, 'utf8');
    },
    write: async (changed) => await writeFile(path, changed),
    remove: async () => await rm(folder, { recursive: true, force: true }),
  };
}

/**
 * `$EDITOR` may contain arguments, as in `code --wait`, so a shell reads it, as git does. The shell of
 * Windows cannot take arguments separately from the command line, so there the editor starts in the
 * folder of the file, and no path becomes part of the line.
 */
async function openEditor(
  editor: string,
  folder: string,
  { env, signal }: Pick<Shell, 'env' | 'signal'>,
): Promise<void> {
  const path = join(folder, FILE);
  const options = { stdio: 'inherit', env: { ...env } } as const;
  const child =
    platform() === 'win32'
      ? spawn(`${editor} ${FILE}`, { ...options, cwd: folder, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, path], options);
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    if (code === 0) return;
    throw new CliError(
      'declined',
      `The editor ended with ${code ?? 'a signal'}: nothing was changed.`,
      {
        next: `Choose another: EDITOR=nano, or edit the file yourself: ${quoteArgument(path)}`,
      },
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

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

/** Opens the editor again while the text is not valid and the user wants to continue. */
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

/** The fields of a listing that its seller writes. */
type Content = Pick<
  Listing,
  'title' | 'description' | 'category' | 'tags' | 'price' | 'runContract'
>;

interface FieldEdit {
  /** `title`, `price` or a member of the contract, such as `runContract.inputSchema`. */
  name: string;
  from: unknown;
  to: unknown;
}

/** A change that is not sent yet. */
export interface ListingEdit {
  update: UpdateListingRequest;
  before: Content;
  after: Content;
  /** Empty if nothing would change. */
  changes: FieldEdit[];
}

const TEXTS = ['title', 'description', 'category', 'tags', 'price'] as const;
const CLEARABLE = ['description', 'category', 'tags'] as const;

const contentOf = (listing: Content): Content => {
  const { title, description, category, tags, price, runContract } = listing;
  return { title, description, category, tags, price, runContract };
};

/**
 * The update in which what an edited document no longer has is `null`, which removes it. Otherwise
 * what a document leaves out stays as it is.
 */
function withRemovals(document: unknown, before: Content): unknown {
  if (!isObject(document)) return document;
  const removed = CLEARABLE.filter((name) => !Object.hasOwn(document, name));
  const { runContract } = document;
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...document,
    ...(isObject(runContract)
      ? { runContract: { ...nulls(before.runContract), ...runContract } }
      : {}),
  };
}

const nulls = (members: object) =>
  Object.fromEntries(Object.keys(members).map((name) => [name, null]));

/** What a document changes. `source` names it in errors. */
export function listingEdit(document: unknown, listing: Listing, source: string): ListingEdit {
  const checked = validate('UpdateListingRequest', document);
  if (!checked.ok) {
    throw new CliError('invalid_usage', `${source} cannot be the content of a listing.`, {
      details: checked.details,
    });
  }
  const { value } = checked;
  if (value.listingState !== undefined && value.listingState !== listing.listingState) {
    throw new CliError('invalid_usage', 'mkt listings edit does not change the state.', {
      next: `Use mkt listings pause, resume or archive, as in: mkt listings pause ${listing.slug}`,
    });
  }
  const before = contentOf(listing);
  const after = merged(before, value);
  const changes = changesOf(before, after);
  return { before, after, changes, update: updateOf(value, changes) };
}

/** As the marketplace merges it: contract and price one level deep, and `null` removes. */
function merged(before: Content, update: UpdateListingRequest): Content {
  const given = Object.fromEntries(
    TEXTS.flatMap((name) => (update[name] === undefined ? [] : [[name, update[name]]])),
  );
  const contract = { ...before.runContract, ...update.runContract };
  // The schema of an update has checked the shapes of the fields.
  return {
    ...before,
    ...given,
    price: { ...before.price, ...update.price },
    runContract: Object.fromEntries(Object.entries(contract).filter(([, value]) => value !== null)),
  } as unknown as Content;
}

export function changesOf(before: Content, after: Content): FieldEdit[] {
  const [old, now] = [before.runContract, after.runContract] as unknown as Record<
    string,
    unknown
  >[];
  const members = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return [
    ...TEXTS.map((name) => ({ name, from: before[name], to: after[name] })),
    ...members.map((name) => ({
      name: `runContract.${name}`,
      from: old?.[name] ?? null,
      to: now?.[name] ?? null,
    })),
  ].filter(({ from, to }) => !isDeepStrictEqual(from, to));
}

/** The fields that change, as they were given; a contract with all its given members. */
function updateOf(given: UpdateListingRequest, changes: readonly FieldEdit[]) {
  const names = new Set(changes.map(({ name }) => name.split('.')[0]));
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => names.has(name)),
  ) as UpdateListingRequest;
}

/** Every field that changes, and what the changes mean for buyers. */
export const editLines = (
  changes: readonly FieldEdit[],
  impact: Impact,
  style: Style,
): string[] => [
  ...changes.map((change) => changeLine(change, style)),
  ...impactLines(impact, style),
];

const changeLine = ({ name, from, to }: FieldEdit, style: Style): string =>
  row(
    name.replace('runContract.', ''),
    name === 'price'
      ? formatPriceChange(from as Price, to as Price)
      : `${formatValue(from)} → ${formatValue(to)}`,
    style,
  );
