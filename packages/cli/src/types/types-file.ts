import { isObject } from '@mkt/protocol';
import type { ContractPin } from './contract-pin.ts';
import type { GeneratedTypes } from './generate-types.ts';
import { commentText, stringLiteral } from './safe-text.ts';

/** The second line of a file, with what the file is made from. */
const MARK = '// mkt-types ';
const VERSION = 1;
const RAW = /[^\x20-\x7e]/g;

/** What a file says about itself. */
export interface TypesSource {
  augment: boolean;
  /** By slug. */
  listings: ReadonlyMap<string, ContractPin>;
}

export interface TypesFile extends TypesSource {
  titles: ReadonlyMap<string, string>;
  types: GeneratedTypes;
  /** A file of declarations has no values. */
  isDeclaration: boolean;
}

/** The whole file. The same contracts give the same text. */
export function typesFile(file: TypesFile): string {
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
export function readTypesFile(text: string): TypesSource | undefined {
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
