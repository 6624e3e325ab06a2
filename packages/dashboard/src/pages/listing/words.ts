import type { CatalogueListing } from '@mkt/client';
import { isObject, printableJson, valueAt } from '@mkt/protocol';
import { curlCommand, shellQuoted } from '../../data/curl-command.ts';
import {
  type Amount,
  COUNTED_CALLS,
  formatDuration,
  formatMoney,
  formatShare,
  MEDIAN_MEANS,
  P95_MEANS,
  successText,
} from '../../ui/text.ts';
import { valueAsWritten } from '../../ui/json-lines.ts';

/** A seller's example for a `JsonView`; one that is not JSON is shown as a text. */
export function exampleOf(json: string): { value: unknown; text?: string } {
  try {
    return { value: valueAsWritten(json), text: json };
  } catch {
    return { value: json };
  }
}

interface SnippetParts {
  /** The marketplace's address, without a trailing slash. */
  baseUrl: string;
  slug: string;
  /** JSON text. */
  input: string;
  price: { amount: number; currency: string };
}

export interface Snippet {
  name: string;
  /** The command that installs what it imports. */
  install?: string;
  code: string;
  /** How it is run: text in which names and commands are between backticks. */
  run: string;
}

/** In TypeScript JSON is an expression, with each line indented like the call. */
function typescript({ baseUrl, slug, input, price }: SnippetParts): string {
  const { amount, currency } = price;
  return [
    "import { createClient } from '@mkt/client';",
    '',
    `const market = createClient({ baseUrl: ${JSON.stringify(baseUrl)} }); // reads MKT_API_KEY`,
    `const result = await market.run(${JSON.stringify(slug)}, ${printableJson(input)}, {`,
    `  maxPrice: { amount: ${amount}, currency: ${JSON.stringify(currency)} },`,
    '});',
    'console.log(result);',
  ].join('\n');
}

/** Only the standard library. A JSON string of a JSON text is also a string of Python. */
function python({ baseUrl, slug, input }: SnippetParts): string {
  const body = `{"listingId":${JSON.stringify(slug)},"requestBody":${printableJson(input)}}`;
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(`${baseUrl}/v1/orders`)},`,
    `    data=${JSON.stringify(body)}.encode(),`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["MKT_API_KEY"],',
    '        "Content-Type": "application/json",',
    '        "Prefer": "wait=30",',
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

const cli = ({ baseUrl, slug, input }: SnippetParts) =>
  `npx mkt run ${slug} --base-url ${baseUrl} \\\n  --input ${shellQuoted(printableJson(input))}`;

/** Programs that make the same call. The key is always a variable. */
export const snippetsOf = (parts: SnippetParts): readonly Snippet[] => [
  {
    name: 'TypeScript',
    install: 'npm install @mkt/client',
    code: typescript(parts),
    run: 'Save it as `call.mts` and run `node call.mts`.',
  },
  {
    name: 'curl',
    code: curlCommand({ baseUrl: parts.baseUrl, listing: parts.slug, input: parts.input }),
    run: 'Run it in a shell. There is nothing to install.',
  },
  {
    name: 'Python',
    code: python(parts),
    run: 'Save it as `call.py` and run `python3 call.py`. There is nothing to install.',
  },
  {
    name: 'CLI',
    code: cli(parts),
    run: 'Run it in a shell. `npx` comes with Node and downloads the command.',
  },
];

interface CodePart {
  /** Where in the program it begins. */
  at: number;
  kind?: 'string' | 'comment' | 'number' | 'word';
  text: string;
}

const TOKENS =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<comment>(?<!:)\/\/[^\n]*)|(?<word>\b(?:import|from|const|await|with|as|print)\b)|(?<number>\b\d+(?:\.\d+)?\b)/g;

/** A program in parts that have colours. */
export function codeParts(code: string): CodePart[] {
  const parts: CodePart[] = [];
  let end = 0;
  for (const { 0: text, index, groups } of code.matchAll(TOKENS)) {
    if (index > end) parts.push({ at: end, text: code.slice(end, index) });
    const kinds = ['string', 'comment', 'word', 'number'] as const;
    const kind = kinds.find((each) => groups?.[each] !== undefined);
    parts.push(kind ? { at: index, kind, text } : { at: index, text });
    end = index + text.length;
  }
  return [...parts, { at: end, text: code.slice(end) }];
}

export interface Figure {
  name: string;
  value: string;
  /** What it counts, or why there is none. */
  note?: string | undefined;
}

const COUNT = new Intl.NumberFormat('en-US');
const NONE = '–';

/** How calls of a listing ended, and whether it was there; nothing of how they ended below 20 calls. */
export function figuresOf({ quality, health: { uptime24h } }: CatalogueListing): readonly Figure[] {
  if (!quality) return [];
  const durationOf = (ms: number | null) => (ms === null ? NONE : formatDuration(ms));
  return [
    { name: 'Success rate, 7 days', value: successText(quality) },
    { name: 'Median duration', value: durationOf(quality.p50Ms), note: MEDIAN_MEANS },
    { name: 'p95 duration', value: durationOf(quality.p95Ms), note: P95_MEANS },
    {
      name: 'Calls counted, 7 days',
      value: COUNT.format(quality.calls),
      note: COUNTED_CALLS,
    },
    {
      name: 'Uptime, 24 hours',
      value: uptime24h === null ? NONE : formatShare(uptime24h),
      note: uptime24h === null ? 'no health checks yet' : 'of health checks succeeded',
    },
  ];
}

/** What a call means to a seller who buys it from themselves. */
export const ownCallInWords = (price: Amount): string =>
  `Your own listing: ${
    price.amount > 0
      ? `once completed, ${formatMoney(price)} counts as your spend and as your revenue`
      : 'the call is an order of yours, and a sale'
  }. Buyers’ figures leave it out.`;

/** When a call costs what the listing says, and how that is paid (docs/buy/spending.md). */
export const WHEN_CHARGED =
  'Charged only when the call completes. Charges are recorded; no payment is taken.';

/** What is said in place of figures that few calls would make up. */
export function fewCallsInWords({ health: { uptime24h } }: CatalogueListing): string {
  const calls = `No success rate yet: it takes 20 calls in 7 days (${COUNTED_CALLS} are counted).`;
  if (uptime24h === null) return calls;
  return `${calls} In the last 24 hours, ${formatShare(uptime24h)} of its health checks succeeded.`;
}

/** A field of an object as a table shows it. */
export interface Field {
  name: string;
  type: string;
  required: boolean;
  limits: string;
  description: string;
  /** The object that it is, or that its items are. */
  inside: Schema | undefined;
}

/** A field with its place among those of the whole schema. */
export interface FieldRow extends Field {
  path: string;
  /** How many fields it is in. */
  depth: number;
  /** Whether the fields in it follow; undefined if it has none. */
  isOpen: boolean | undefined;
}

type Schema = Record<string, unknown>;

const LIMITS: readonly (readonly [keyword: string, words: string])[] = [
  ['exclusiveMinimum', 'more than %s'],
  ['exclusiveMaximum', 'less than %s'],
  ['multipleOf', 'a multiple of %s'],
  ['pattern', 'matches %s'],
  ['format', '%s'],
  ['const', 'always %s'],
  ['default', 'default %s'],
];

const SIZES = [
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minimum', 'maximum', ''],
] as const;

/** `1 to 50,000 characters`, `at least 1 item`, `at most 9`. */
function sizeInWords(least: unknown, most: unknown, noun: string): string | undefined {
  const number = (value: unknown) =>
    noun !== '' && typeof value === 'number' ? COUNT.format(value) : text(value);
  const counted = (value: unknown) =>
    noun === '' ? number(value) : `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
  if (least === undefined) return most === undefined ? undefined : `at most ${counted(most)}`;
  if (most === undefined) return `at least ${counted(least)}`;
  return least === most ? counted(least) : `${number(least)} to ${counted(most)}`;
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** `strings`; what is no single word, such as `string or null`, stays. */
const plural = (type: string) =>
  /^(string|number|integer|boolean|object)$/.test(type) ? `${type}s` : type;

function typeOf(schema: Schema): string {
  const { type, enum: choices, items, $ref: ref } = schema;
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => text(choice)).join(', ')}`;
  if (type === 'array') return isObject(items) ? `list of ${plural(typeOf(items))}` : 'list';
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.map(String).join(' or ');
  if (typeof ref === 'string') return ref.replace(/^.*\//, '');
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) {
    return branches.map((branch) => (isObject(branch) ? typeOf(branch) : 'any')).join(' or ');
  }
  return 'any';
}

/** In draft-04 `exclusiveMinimum` is a flag beside `minimum`. */
function withoutFlags(schema: Schema): Schema {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...others } = schema;
  return {
    ...others,
    ...(exclusiveMinimum === true
      ? { exclusiveMinimum: minimum }
      : { minimum, ...(exclusiveMinimum === false ? {} : { exclusiveMinimum }) }),
    ...(exclusiveMaximum === true
      ? { exclusiveMaximum: maximum }
      : { maximum, ...(exclusiveMaximum === false ? {} : { exclusiveMaximum }) }),
  };
}

function limitsOf(written: Schema): string {
  const schema = withoutFlags(written);
  const sizes = SIZES.flatMap(
    ([least, most, noun]) => sizeInWords(schema[least], schema[most], noun) ?? [],
  );
  const found = LIMITS.flatMap(([keyword, words]) =>
    schema[keyword] === undefined ? [] : [words.replace('%s', () => text(schema[keyword]))],
  );
  return [...sizes, ...found].join('; ');
}

/** Letters and digits only: `maxWords` and `Max words` say the same. */
const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A schema may be hostile: references that lead nowhere or in a circle end. */
const MOST_STEPS = 20;
/** Each field may have one, and following it takes time with its length. */
const LONGEST_REFERENCE = 200;

const referred = (ref: string, root: Schema): unknown =>
  ref.length <= LONGEST_REFERENCE && (ref === '#' || ref.startsWith('#/'))
    ? valueAt(root, ref.slice(1)).value
    : undefined;

const counts = new WeakMap<object, number>();

/** How many fields an object has, counted once: a schema may refer to a large one from each field. */
function countOf({ properties }: Schema): number {
  if (!isObject(properties)) return 0;
  const count = counts.get(properties) ?? Object.keys(properties).length;
  counts.set(properties, count);
  return count;
}

/** The object that a schema describes, or the items of the list that it describes. */
function objectIn(schema: Schema, root: Schema): Schema | undefined {
  let inside: unknown = schema;
  for (let steps = 0; steps < MOST_STEPS && isObject(inside); steps += 1) {
    const { properties, items, $ref: ref } = inside;
    if (isObject(properties)) return countOf(inside) > 0 ? inside : undefined;
    inside = typeof ref === 'string' ? referred(ref, root) : items;
  }
  return undefined;
}

/** The fields that a schema describes at its top level; `root` has what it refers to. */
export function fieldsOf(schema: Schema, root: Schema = schema): Field[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, member]) => {
    const known = isObject(member) ? member : {};
    const { title, description } = known;
    return {
      name,
      type: typeOf(known),
      required: needed.includes(name),
      limits: limitsOf(known),
      description: [title, description]
        .filter((it) => typeof it === 'string' && bare(it) !== bare(name))
        .join('. '),
      inside: objectIn(known, root),
    };
  });
}

/** Objects with more fields are folded at first, and so is what is inside of others. */
const MOST_UNFOLDED = 12;
/** Of so many fields none is unfolded at first. */
const MANY = 100;

/**
 * The fields of a schema with those inside of them, each below the one that it is in.
 *
 * @param toggled the paths of those that a person has opened or closed
 */
export function fieldRows(root: Schema, toggled: ReadonlySet<string>): FieldRow[] {
  const whole = objectIn(root, root);
  const unfolds = whole !== undefined && countOf(whole) < MANY;
  const rowsOf = (schema: Schema, parent: string, depth: number): FieldRow[] =>
    fieldsOf(schema, root).flatMap((field) => {
      const { name, inside } = field;
      const path = `${parent}/${JSON.stringify(name)}`;
      if (!inside) return [{ ...field, path, depth, isOpen: undefined }];
      const opens = unfolds && depth === 0 && countOf(inside) <= MOST_UNFOLDED;
      const isOpen = toggled.has(path) !== opens;
      const row = { ...field, path, depth, isOpen };
      return isOpen ? [row, ...rowsOf(inside, path, depth + 1)] : [row];
    });
  return whole ? rowsOf(whole, '', 0) : [];
}
