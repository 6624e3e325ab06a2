import type { CatalogueListing, Listing } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { ownOrPublic } from '../cli/own-or-public.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { confirm } from '../input/ask.ts';
import { quoteArgument } from '../terminal/text.ts';
import {
  buildTypes,
  checkTypes,
  contractOf,
  describeCheck,
  type LoadedContract,
  readTarget,
  sourceOf,
  type Target,
  writeTarget,
} from '../types/types-file.ts';
import { unknownListing } from '../errors/unknown-listing.ts';

interface Options extends GlobalOptions {
  output?: string;
  augment?: boolean;
  check?: boolean;
  yes?: boolean;
}

const STDOUT = '-';

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Writes an interface for createClient<Listings>() of @mkt/client, and the contract revisions that the types were generated from. Without slugs it regenerates the listings already in the file. A file that mkt types did not write is only replaced after confirmation.',
    examples: [
      ['mkt types text-insights qr-code -o mkt-listings.ts', 'two listings'],
      ['mkt types -o mkt-listings.ts', 'update the file'],
      ['mkt types -o mkt-listings.ts --check', 'in CI: exit 3 if it is out of date'],
    ],
  })
    .argument('[listing...]', 'slugs or ids; default: those already in the file')
    .option('-o, --output <file>', 'the file to write, or - for stdout', STDOUT)
    .option('--augment', 'add the listings to every client of the program, by declaration merging')
    .option('--check', 'write nothing, and exit 3 if the file is out of date')
    .option('-y, --yes', 'replace a file that mkt types did not write')
    .action(async (names: string[], options: Options) => {
      const session = open(options);
      const target = await targetOf(names, options, session);
      if (options.check) return await check(session, { names, target });
      const contracts = await load(session, names, target);
      if (!target) return await print(session, contracts, options);
      await write(session, { target, contracts, options });
    });

/** The file as it is now; `undefined` for stdout. */
async function targetOf(names: string[], { output, check }: Options, { shell }: Session) {
  if (output !== undefined && output !== STDOUT) return await readTarget(output, shell.cwd);
  if (names.length > 0 && !check) return undefined;
  throw new CliError(
    'missing_value',
    names.length > 0
      ? 'There is no file to compare with.'
      : 'Neither a listing nor a file is named.',
    { next: 'Name the file: mkt types <slug> -o mkt-listings.ts' },
  );
}

/** The contracts of the named listings, or of those in the file. */
async function load(
  session: Session,
  names: readonly string[],
  target: Target | undefined,
): Promise<LoadedContract[]> {
  const wanted = names.length > 0 || !target ? names : [...sourceOf(target).listings.keys()];
  const found = new Map<string, LoadedContract>();
  for (const name of wanted) {
    const contract = await loadOne(session, name);
    found.set(contract.slug, contract);
  }
  return [...found.values()];
}

async function loadOne(session: Session, name: string): Promise<LoadedContract> {
  const { NotFoundError } = await import('@mkt/client');
  try {
    const listing = await ownOrPublic<Listing, CatalogueListing>(
      session,
      ({ listings }, request) => listings.get(name, request),
      (market, request) => market.listing(name, request),
    );
    return contractOf(listing);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw await unknownListing(await session.client(), name, {
      cause: error,
      signal: session.shell.signal,
    });
  }
}

const textOf = (
  { shell }: Session,
  contracts: readonly LoadedContract[],
  { augment, output }: Options,
  target?: Target,
) =>
  buildTypes(
    contracts,
    {
      augment: augment ?? target?.source?.augment ?? false,
      isDeclaration: /\.d\.[cm]?ts$/.test(output ?? ''),
    },
    { signal: shell.signal },
  );

async function print(
  session: Session,
  contracts: readonly LoadedContract[],
  options: Options,
): Promise<void> {
  const code = await textOf(session, contracts, options);
  if (session.output.isJson)
    session.output.result({ listings: revisionsOf(contracts), code }, () => '');
  else session.shell.stdout.write(code);
}

const revisionsOf = (contracts: readonly LoadedContract[]) =>
  contracts.map(({ slug, pin }) => ({ slug, revision: pin.revision }));

interface Writing {
  target: Target;
  contracts: readonly LoadedContract[];
  options: Options;
}

async function write(session: Session, { target, contracts, options }: Writing): Promise<void> {
  const { output, shell } = session;
  const text = await textOf(session, contracts, options, target);
  if (target.text !== undefined && target.text !== text && !target.source) {
    await confirm(session, `${target.path} was not written by mkt types. Replace it?`, options.yes);
  }
  const removed = [...(target.source?.listings.keys() ?? [])].filter(
    (slug) => !contracts.some((contract) => contract.slug === slug),
  );
  const written = await writeTarget(target, text, shell.cwd);
  const listings = revisionsOf(contracts);
  output.result({ file: target.path, written, listings }, () => '');
  const names = listings.map(({ slug, revision }) => `${slug} (revision ${revision})`).join(', ');
  output.done(written ? 'written' : 'unchanged', `${target.path}   ${names}`);
  if (removed.length > 0) output.note('removed', removed.join(', '));
}

async function check(
  session: Session,
  { names, target }: { names: readonly string[]; target: Target | undefined },
): Promise<void> {
  if (!target) return;
  const source = sourceOf(target);
  const found = checkTypes(source, await load(session, names, target));
  const path = target.path;
  session.output.result(found, (shown) => describeCheck(shown, path));
  if (found.upToDate) {
    session.output.done('up to date', path);
    return;
  }
  const all = [...new Set([...source.listings.keys(), ...found.missing])];
  const slugs = found.missing.length > 0 ? ` ${all.map(quoteArgument).join(' ')}` : '';
  throw new CliError('types_outdated', `${path} is out of date.`, {
    next: `Update it: mkt types${slugs} -o ${quoteArgument(target.path)}`,
  });
}
