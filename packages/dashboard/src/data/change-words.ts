import type { CatalogueHistoryEntry, HistoryEntry } from '@mkt/client';
import { formatPrice } from '../ui/text.ts';

type FieldChange = CatalogueHistoryEntry['changes'][number];
type Finding = CatalogueHistoryEntry['findings'][number];

interface ShownPrice {
  amount: number;
  currency: string;
  unit: string;
}

const perUnit = (price: ShownPrice) =>
  price.amount > 0 ? `${formatPrice(price)} per ${price.unit}` : formatPrice(price);

/** `Price raised from $0.02 to $0.05 per call`. */
export function priceInWords(from: ShownPrice, to: ShownPrice): string {
  if (from.currency !== to.currency || from.unit !== to.unit) {
    return `Price changed from ${perUnit(from)} to ${perUnit(to)}`;
  }
  const verb = to.amount > from.amount ? 'raised' : 'lowered';
  return `Price ${verb} from ${formatPrice(from)} to ${perUnit(to)}`;
}

const PARTS: readonly (readonly [path: string, part: string])[] = [
  ['/runContract/inputSchema', 'Input'],
  ['/runContract/outputSchema', 'Result'],
];

const startsWith = ({ path }: { path: string }, start: string) =>
  path === start || path.startsWith(`${start}/`);

/** `Input: “language” is now required.`: a difference with the part of the contract in which it is. */
export function findingInWords(finding: Pick<Finding, 'path' | 'message'>): string {
  const [, part] = PARTS.find(([path]) => startsWith(finding, path)) ?? [];
  return part === undefined ? finding.message : `${part}: ${finding.message}`;
}

/** A line about a change; what it was and what it is, where that says more than that it changed. */
export interface ShownLine {
  says: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** How many characters of a long text are shown. */
const MAX_SHOWN = 240;

const cut = (words: readonly string[]) => {
  const text = words.join('');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()} …` : text;
};

/** The words in which two texts differ, with a word on each side to find them by. */
function differenceOf(from: string, to: string): { from: string; to: string } {
  const [a, b] = [from, to].map((text) => text.split(/(?<=\s)/u)) as [string[], string[]];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const first = Math.max(0, start - 1);
  const left = Math.max(0, end - 1);
  const part = (words: readonly string[]) => {
    const shown = cut(words.slice(first, words.length - left)).trim();
    return `${first > 0 ? '… ' : ''}${shown}${left > 0 ? ' …' : ''}`;
  };
  return { from: part(a), to: part(b) };
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = ({ properties }: Schema) =>
  new Map(Object.entries(isSchema(properties) ? properties : {}));

const requires = ({ required }: Schema, name: string) =>
  Array.isArray(required) && required.includes(name);

/** `enum ["en","de"]`: the keywords of a field that differ, as in its schema. */
const keywordsIn = (schema: unknown, other: unknown) =>
  Object.entries(isSchema(schema) ? schema : {})
    .filter(
      ([keyword, value]) =>
        JSON.stringify(value) !== JSON.stringify(isSchema(other) ? other[keyword] : undefined),
    )
    .map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`);

/** What is different about the fields of an object, for programs that send or read it. */
function schemaLines(part: string, from: Schema, to: Schema): ShownLine[] {
  const before = fieldsOf(from);
  const after = fieldsOf(to);
  const of = (name: string, what: string) => ({ says: `${part}: “${name}” ${what}` });
  const kept = [...after.keys()].filter((name) => before.has(name));
  return [
    ...[...after.keys()]
      .filter((name) => !before.has(name))
      .map((name) => {
        const need = requires(to, name) ? 'required' : 'optional';
        return of(name, part === 'Input' ? `added, ${need}` : 'added');
      }),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => of(name, 'removed')),
    ...kept
      .filter((name) => requires(from, name) !== requires(to, name))
      .map((name) => of(name, requires(to, name) ? 'is now required' : 'is now optional')),
    ...kept.flatMap((name) => {
      const [old, current] = [before.get(name), after.get(name)];
      if (JSON.stringify(old) === JSON.stringify(current)) return [];
      const [was, is] = [keywordsIn(old, current), keywordsIn(current, old)];
      return [{ ...of(name, 'changed'), from: cut([was.join(', ')]), to: cut([is.join(', ')]) }];
    }),
  ];
}

const FIELDS: Readonly<Record<string, string>> = {
  '/title': 'Title',
  '/description': 'Description',
  '/category': 'Category',
  '/tags': 'Tags',
  '/runContract/method': 'Method',
  '/runContract/endpointPath': 'Endpoint',
  '/runContract/healthEndpoint': 'Health endpoint',
  '/runContract/inputSchema': 'Input schema',
  '/runContract/outputSchema': 'Output schema',
  '/runContract/requestExampleJson': 'Request example',
  '/runContract/responseExampleJson': 'Response example',
};

/** Longer values are not repeated in a sentence. */
const MAX_QUOTED = 60;

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_QUOTED && !value.includes('\n');

/** Fields whose values say more than that they were changed. */
const QUOTED = new Set(['/title', '/category', '/runContract/method']);

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : undefined;
};

function fieldLine({ path, from, to, shortened }: FieldChange): ShownLine {
  const name = FIELDS[path] ?? 'Details';
  if (from === null) return { says: `${name} added` };
  if (to === null) return { says: `${name} removed` };
  if (QUOTED.has(path) && isShort(from) && isShort(to)) {
    return { says: `${name} changed from “${from}” to “${to}”` };
  }
  const says = `${name} changed`;
  // Of a long value the history keeps only the beginning, which may be the same.
  if (shortened) return { says };
  const [was, is] = [textOf(from), textOf(to)];
  return was === undefined || is === undefined ? { says } : { says, ...differenceOf(was, is) };
}

/** What a change to a schema did to its fields. */
function fieldLines({ path, from, to }: FieldChange): ShownLine[] {
  const [, part] = PARTS.find((each) => each[0] === path) ?? [];
  // What the server has shortened is a text.
  return part !== undefined && isSchema(from) && isSchema(to) ? schemaLines(part, from, to) : [];
}

function stateInWords({ from, to }: FieldChange): string {
  if (from === null) return 'Created';
  if (to === 'published') return from === 'paused' ? 'Resumed' : 'Published';
  if (to === 'paused') return 'Paused';
  return to === 'archived' ? 'Archived' : 'Withdrawn';
}

type Entry = Pick<CatalogueHistoryEntry, 'revision' | 'at' | 'verdict' | 'changes' | 'findings'>;

/** What the price was before the changes of an entry. */
function priceBefore(after: ShownPrice, changes: readonly FieldChange[]): ShownPrice {
  const price = { ...after };
  for (const { path, from } of changes) {
    if (path === '/price/amount' && typeof from === 'number') price.amount = from;
    if (path === '/price/currency' && typeof from === 'string') price.currency = from;
    if (path === '/price/unit' && typeof from === 'string') price.unit = from;
  }
  return price;
}

function linesOf({ changes, findings }: Entry, price: ShownPrice): ShownLine[] {
  const state = changes.find(({ path }) => path === '/listingState');
  // All fields of a new listing are new.
  if (
    state?.from === null ||
    changes.some(({ path, from }) => path === '/title' && from === null)
  ) {
    return [{ says: 'Created' }];
  }
  const lines: ShownLine[] = state ? [{ says: stateInWords(state) }] : [];
  if (changes.some(({ path }) => path.startsWith('/price/'))) {
    lines.push({ says: priceInWords(priceBefore(price, changes), price) });
  }
  for (const change of changes) {
    if (change === state || change.path.startsWith('/price/')) continue;
    // What differs between two schemas says more than that they do.
    // What the marketplace found in two schemas says more than what differs between their texts.
    const isExplained = findings.some((finding) => startsWith(finding, change.path));
    if (isExplained && PARTS.some(([path]) => path === change.path)) continue;
    const fields = fieldLines(change);
    lines.push(...(fields.length > 0 ? fields : [fieldLine(change)]));
  }
  const inSchemas = findings.filter((each) => PARTS.some(([path]) => startsWith(each, path)));
  const rest = findings.filter(({ path }) => path === '');
  const differences = [...inSchemas, ...rest].map((each) => ({
    says: findingInWords(each).replace(/\.$/, ''),
  }));
  return [...new Map([...lines, ...differences].map((line) => [line.says, line])).values()];
}

/** Of a listing that changed a lot, this many lines are shown. */
const MAX_LINES = 8;

/** A change to a listing as people read it. */
export interface ShownChange {
  key: string;
  at: string;
  /** What was done, the most important first. */
  lines: readonly ShownLine[];
  /** How many lines are left out. */
  more: number;
  /** The revision of the contract that began with it; the others had begun before. */
  revision: number | undefined;
  /** The state of a badge: what it means for programs that call the listing; nothing if they see no difference. */
  badge: 'breaking' | 'may-break' | 'compatible' | 'price-increase' | 'price-decrease' | undefined;
}

const BADGES = {
  same: undefined,
  safe: 'compatible',
  breaking: 'breaking',
  unknown: 'may-break',
} as const;

/** A change that callers notice by the amount alone breaks no program: it costs more or less. */
function badgeOf({ verdict, changes, findings }: Entry): ShownChange['badge'] {
  const amount = changes.find(({ path }) => path === '/price/amount');
  const isAboutAmount =
    typeof amount?.from === 'number' &&
    typeof amount.to === 'number' &&
    changes.every(
      ({ path }) => path === '/price/amount' || !/^\/(price|runContract)\//.test(path),
    ) &&
    findings.every(({ path }) => path === '/price/amount');
  if (verdict === 'same' || !isAboutAmount) return BADGES[verdict];
  return Number(amount.to) > Number(amount.from) ? 'price-increase' : 'price-decrease';
}

/**
 * The history of a listing in words, the newest change first.
 *
 * @param price what a call costs now: an entry has only the parts of a price that it changed
 */
export function historyInWords(entries: readonly Entry[], price: ShownPrice): ShownChange[] {
  let after = price;
  return entries.map((entry, index): ShownChange => {
    const { revision, at, changes } = entry;
    const all = linesOf(entry, after);
    after = priceBefore(after, changes);
    const lines = all.slice(0, MAX_LINES);
    return {
      key: `${revision} ${at} ${index}`,
      at,
      lines,
      more: all.length - lines.length,
      revision: entries[index + 1]?.revision === revision ? undefined : revision,
      badge: badgeOf(entry),
    };
  });
}

/** Who changed a listing, as in `by the key laptop`. */
export function actorInWords({ kind, name }: HistoryEntry['actor']): string {
  switch (kind) {
    case 'key':
      return `by the key ${name ?? ''}`;
    case 'session':
      return `by ${name ?? 'a person'}`;
    case 'operator':
      return 'by the operator';
    case 'marketplace':
      return 'by the marketplace';
  }
}
