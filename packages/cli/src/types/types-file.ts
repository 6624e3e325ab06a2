import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CatalogueListing, isObject, type Listing } from '@mkt/protocol';
import { CliError, systemCode } from '../errors/cli-error.ts';
import { linkTarget, replaceFile } from '../store/files.ts';
import { quoteArgument } from '../terminal/text.ts';
import { type GeneratedTypes, generateTypes, type GenerationLimits } from './generate-types.ts';
import { commentText, stringLiteral } from './safe-text.ts';

/** The contract that types were made from. */
interface ContractPin {
  revision: number;
  /** Fingerprints of the schemas: the same for the same JSON, whatever the order of its members. */
  input: string;
  output: string;
}

function pinOf({ revision, runContract }: Listing | CatalogueListing): ContractPin {
  const { inputSchema, outputSchema } = runContract;
  return { revision, input: fingerprint(inputSchema), output: fingerprint(outputSchema) };
}

const FINGERPRINT_LENGTH = 16;

const fingerprint = (schema: unknown): string =>
  createHash('sha256')
    .update(canonical(schema ?? null))
    .digest('hex')
    .slice(0, FINGERPRINT_LENGTH);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : inner,
  );

/** What changed about a listing since its types were written. */
interface ContractChange {
  slug: string;
  from: number;
  to: number;
  input: boolean;
  output: boolean;
}

function changeOf(slug: string, before: ContractPin, now: ContractPin): ContractChange | undefined {
  const [input, output] = [before.input !== now.input, before.output !== now.output];
  if (before.revision === now.revision && !input && !output) return undefined;
  return { slug, from: before.revision, to: now.revision, input, output };
}

/** A change in one line. */
function describeChange({ slug, from, to, input, output }: ContractChange): string {
  const sides = [...(input ? ['input'] : []), ...(output ? ['output'] : [])];
  const what = sides.length > 0 ? `${sides.join(' and ')} changed` : 'price or call changed';
  return `${slug}   revision ${from} → ${to}: ${what}`;
}

/** A listing as types need it. */
export interface LoadedContract {
  slug: string;
  title: string;
  pin: ContractPin;
  inputSchema: unknown;
  outputSchema: unknown;
}

/** The contract in a record of a marketplace, which may be one that this program cannot trust. */
export function contractOf(listing: Listing | CatalogueListing): LoadedContract {
  const { slug, title, revision, runContract } = listing;
  const isListing = typeof slug === 'string' && typeof title === 'string' && isObject(runContract);
  if (!isListing || !Number.isSafeInteger(revision)) {
    throw new CliError(
      'invalid_response',
      'The marketplace responded with something other than a listing.',
      {
        next: 'Check --base-url or MKT_BASE_URL.',
      },
    );
  }
  const { inputSchema, outputSchema } = runContract;
  return { slug, title, pin: pinOf(listing), inputSchema, outputSchema };
}

/** The second line of a file, with what the file is made from. */
const MARK = '// mkt-types ';
const VERSION = 1;
const RAW = /[^\x20-\x7e]/g;

/** What a file says about itself. */
interface TypesSource {
  augment: boolean;
  /** By slug. */
  listings: ReadonlyMap<string, ContractPin>;
}

interface TypesFile extends TypesSource {
  titles: ReadonlyMap<string, string>;
  types: GeneratedTypes;
  /** A file of declarations has no values. */
  isDeclaration: boolean;
}

/** The whole file. The same contracts give the same text. */
function typesFile(file: TypesFile): string {
  const { augment, listings } = file;
  const source = { version: VERSION, augment, listings: Object.fromEntries(listings) };
  const members = file.types.listings.map(({ slug, input, output }) => {
    const title = commentText(file.titles.get(slug) ?? '').replaceAll('\n', ' ');
    return [
      `/** ${title === '' ? '' : `${title}, `}revision ${listings.get(slug)?.revision} */`,
      `${stringLiteral(slug)}: { input: ${input}; output: ${output} };`,
    ];
  });
  const parts = [
    [
      '// Written by mkt types: do not edit. `mkt types -o FILE` without slugs updates it.',
      MARK + JSON.stringify(source).replace(RAW, asEscape),
    ],
    augment ? augmentation(members) : ownInterface(members),
    ...(file.isDeclaration ? [] : [revisions(listings)]),
    file.types.code.trim().split('\n'),
  ];
  return `${parts
    .filter((lines) => lines.join('') !== '')
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const asEscape = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const indented = (lines: readonly string[], by: string) => lines.map((line) => by + line);

const ownInterface = (members: readonly string[][]) => [
  '/** The listings that `createClient<Listings>()` calls. */',
  'export interface Listings {',
  ...indented(members.flat(), '  '),
  '}',
];

const augmentation = (members: readonly string[][]) => [
  '/** Adds these listings to every client of this program. */',
  "declare module '@mkt/client' {",
  '  interface Listings {',
  ...indented(members.flat(), '    '),
  '  }',
  '}',
];

const revisions = (listings: TypesSource['listings']) => [
  '/** `createClient({ revisions })` refuses to call a listing that has changed since. */',
  'export const revisions = {',
  ...[...listings].map(([slug, { revision }]) => `  ${stringLiteral(slug)}: ${revision},`),
  '} as const;',
];

/** What the text of a file says about itself; `undefined` if `mkt types` did not write it. */
function readTypesFile(text: string): TypesSource | undefined {
  const line = text.split('\n', 3).find((each) => each.startsWith(MARK));
  if (line === undefined) return undefined;
  let source: unknown;
  try {
    source = JSON.parse(line.slice(MARK.length));
  } catch {
    return undefined;
  }
  if (!isObject(source) || source['version'] !== VERSION || !isObject(source['listings'])) {
    return undefined;
  }
  const pins = Object.entries(source['listings']);
  if (!pins.every((entry): entry is [string, ContractPin] => isPin(entry[1]))) return undefined;
  return {
    augment: source['augment'] === true,
    listings: new Map(pins),
  };
}

const isPin = (pin: unknown): pin is ContractPin =>
  isObject(pin) &&
  Number.isSafeInteger(pin['revision']) &&
  typeof pin['input'] === 'string' &&
  typeof pin['output'] === 'string';

interface Format {
  augment: boolean;
  isDeclaration: boolean;
}

/** The text of a file with the types of these listings, in the order of their slugs. */
export async function buildTypes(
  contracts: readonly LoadedContract[],
  format: Format,
  limits: GenerationLimits,
): Promise<string> {
  const sorted = contracts.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const types = await generateTypes(
    sorted.map(({ slug, inputSchema, outputSchema }) => ({ slug, inputSchema, outputSchema })),
    limits,
  );
  return typesFile({
    ...format,
    listings: new Map(sorted.map(({ slug, pin }) => [slug, pin])),
    titles: new Map(sorted.map(({ slug, title }) => [slug, title])),
    types,
  });
}

/** What differs between a file and the contracts of its listings. */
interface TypesCheck {
  upToDate: boolean;
  changes: ContractChange[];
  /** Listings that were named, but are not in the file. */
  missing: string[];
}

export function checkTypes(source: TypesSource, contracts: readonly LoadedContract[]): TypesCheck {
  const changes: ContractChange[] = [];
  const missing: string[] = [];
  for (const { slug, pin } of contracts) {
    const before = source.listings.get(slug);
    const change = before && changeOf(slug, before, pin);
    if (change) changes.push(change);
    if (!before) missing.push(slug);
  }
  return { upToDate: changes.length + missing.length === 0, changes, missing };
}

/** One line for each listing that differs. */
export const describeCheck = ({ changes, missing }: TypesCheck, path: string): string =>
  [...changes.map(describeChange), ...missing.map((slug) => `${slug}   not in ${path}`)].join('\n');

const READABLE_BY_ALL = 0o644;

/** The file that the types are written to, as it is now. */
export interface Target {
  /** As the user wrote it. */
  path: string;
  /** `undefined` if there is no file. */
  text: string | undefined;
  /** `undefined` if `mkt types` did not write the file. */
  source: TypesSource | undefined;
}

export async function readTarget(path: string, cwd: string): Promise<Target> {
  try {
    const text = await readFile(resolve(cwd, path), 'utf8');
    return { path, text, source: readTypesFile(text) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { path, text: undefined, source: undefined };
    throw new CliError('unreadable_input', `${path} cannot be read (${code}).`, {
      next: 'Choose another file with --output.',
      cause: error,
    });
  }
}

/** What a file says about itself, or why there is nothing to update or to check. */
export function sourceOf({ path, text, source }: Target): TypesSource {
  if (source) return source;
  const why = text === undefined ? 'does not exist' : 'was not written by mkt types';
  throw new CliError('unreadable_input', `${path} ${why}.`, {
    next: `Name the listings to write it: mkt types <slug> -o ${quoteArgument(path)}`,
  });
}

/** Replaces the file unless it has this text already; returns whether it did. */
export async function writeTarget(target: Target, text: string, cwd: string): Promise<boolean> {
  if (target.text === text) return false;
  const path = await linkTarget(resolve(cwd, target.path), cwd);
  await replaceFile(path, Buffer.from(text), READABLE_BY_ALL);
  target.text = text;
  target.source = readTypesFile(text);
  return true;
}
