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

/** What the marketplace says of one field, as people read it. The first that matches counts. */
const SAID: readonly (readonly [message: RegExp, input: string, result: string])[] = [
  [
    /^The member “([^”]+)” is now allowed$/u,
    'New optional input: “$1”',
    'Result may now contain “$1”, which its schema did not allow before',
  ],
  [
    /^The member “([^”]+)” is no longer allowed$/u,
    'Input “$1” is no longer accepted',
    'Result no longer contains “$1”',
  ],
  [
    /^“([^”]+)” may now also be (.+)$/u,
    'Input: “$1” also accepts $2',
    'Result: “$1” may now also be $2',
  ],
  [/^(“[^”]+”) is now required$/u, 'Input: $1 is now required', 'Result now always contains $1'],
  [
    /^(“[^”]+”) may now be left out$/u,
    'Input: $1 may now be left out',
    'Result may no longer contain $1',
  ],
  [
    /^The member (“[^”]+”) now has a schema; any value was valid before$/u,
    'Input: $1 no longer accepts every value',
    'Result: $1 is now described',
  ],
  [
    /^The member (“[^”]+”) is no longer described; it may have any value$/u,
    'Input: $1 now accepts every value',
    'Result: $1 is no longer described',
  ],
];

/** `Input: “language” is now required.`: a difference with the part of the contract in which it is. */
export function findingInWords({ path, message }: Pick<Finding, 'path' | 'message'>): string {
  const [, part] = PARTS.find(([start]) => startsWith({ path }, start)) ?? [];
  if (part === undefined) return message;
  const said = message.replaceAll(/"([^"]*)"/g, '“$1”').replace(/\.$/, '');
  const [pattern, input, result] = SAID.find(([each]) => each.test(said)) ?? [];
  if (!pattern || input === undefined || result === undefined) return `${part}: ${said}.`;
  return `${said.replace(pattern, part === 'Input' ? input : result)}.`;
}

/** A line about a change; what it was and what it is, where that says more than that it changed. */
export interface ShownLine {
  says: string;
  from?: string | undefined;
  to?: string | undefined;
  /** The state of a badge: what it means for programs that call the listing; nothing if they see no difference. */
  badge?: Badge | undefined;
}

type Badge = 'breaking' | 'may-break' | 'compatible' | 'price-increase' | 'price-decrease';

/** How many characters of a long text are shown. */
const MAX_SHOWN = 240;

const cut = (words: readonly string[]) => {
  const text = words.join('');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()} …` : text;
};

/** Texts that are no longer than this are shown whole. */
const SHORT = 60;

/** The words in which two long texts differ, with a word on each side to find them by. */
function differenceOf(from: string, to: string): { from: string; to: string } {
  if (Math.max(from.length, to.length) <= SHORT) return { from, to };
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

/** How many parts are named before the others are counted. */
const MAX_NAMED = 3;

const named = (names: readonly string[]) => {
  const more = names.length - MAX_NAMED;
  const shown = more > 1 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names;
  return new Intl.ListFormat('en-GB').format(shown);
};

/** What is said of one field, said of several: `Input: “a” and “b” are now required`. */
const saidOfSeveral = (said: string, names: readonly string[]) =>
  said
    .replace(' is ', ' are ')
    .replace(/^Input (?=“)/u, 'Inputs ')
    .replace(/ input:/u, ' inputs:')
    .replace(/“[^”]+”/u, () => named(names));

/** Lines that say the same of different fields, as one line. */
function gathered(lines: readonly ShownLine[]): ShownLine[] {
  const groups = new Map<string, { line: ShownLine; names: string[] }>();
  for (const line of lines) {
    const { says, from, to, badge = '' } = line;
    const [name, ...others] = says.match(/“[^”]+”/gu) ?? [];
    const isAlone =
      name === undefined || others.length > 0 || from !== undefined || to !== undefined;
    const key = isAlone ? says : `${says.replace(name, '')} ${badge}`;
    const { names } = groups.get(key) ?? { names: [] };
    // The same may be said of fields of one name, in different places.
    groups.set(key, { line, names: isAlone ? [] : [...new Set([...names, name])] });
  }
  return [...groups.values()].map(({ line, names }) =>
    names.length > 1 ? { ...line, says: saidOfSeveral(line.says, names) } : line,
  );
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

/** `Price, description and 2 more`: the parts of a listing, or nothing. */
export function partsInWords(paths: readonly string[]): string {
  const names = [
    ...new Set(
      paths.map((path) => (path.startsWith('/price/') ? 'Price' : (FIELDS[path] ?? 'Details'))),
    ),
  ].map((name, index) => (index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)));
  return named(names);
}

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
  return part !== undefined && isSchema(from) && isSchema(to)
    ? gathered(schemaLines(part, from, to))
    : [];
}

/** What a change to one field is, a line for each part of a schema. */
export function linesOfChange(change: FieldChange): ShownLine[] {
  const fields = fieldLines(change);
  return fields.length > 0 ? fields : [fieldLine(change)];
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

const BADGES = {
  same: undefined,
  safe: 'compatible',
  breaking: 'breaking',
  unknown: 'may-break',
} as const;

/** What only breaks a program is marked on a line; that the rest is safe needs no word. */
const badgeOf = (findings: readonly Finding[]): Badge | undefined =>
  (['breaking', 'unknown'] as const)
    .filter((severity) => findings.some((finding) => finding.severity === severity))
    .map((severity) => BADGES[severity])[0];

const isAboutPrice = ({ path }: { path: string }) => path.startsWith('/price/');

const REQUIRED = /^(".+") is now required\.$/;
const ALLOWED = /^The member (".+") is now allowed\.$/;

/** The object that a finding is about, and the field of it that its message names. */
const placeOf = ({ path, message }: Finding, pattern: RegExp) => {
  const [, name] = pattern.exec(message) ?? [];
  return name === undefined ? undefined : `${path.slice(0, path.lastIndexOf('/'))} ${name}`;
};

/** A schema that was added or dropped as a whole. */
function wholeSchema({ path, from, to }: FieldChange): ShownLine | undefined {
  const [, part] = PARTS.find((each) => each[0] === path) ?? [];
  if (part === undefined || (from !== null && to !== null)) return undefined;
  if (to === null) return { says: `${part} is no longer described` };
  const names = isSchema(to) ? [...fieldsOf(to).keys()].map((name) => `“${name}”`) : [];
  return { says: `${part} is now described${names.length > 0 ? `: ${named(names)}` : ''}` };
}

/**
 * The differences between schemas. A new field that is required is one difference, not two, and what
 * follows from a schema that is new as a whole is none, unless it breaks programs.
 */
function schemaDifferences({ changes, findings }: Entry): ShownLine[] {
  const isNew = (finding: Finding) =>
    changes.some((change) => startsWith(finding, change.path) && wholeSchema(change));
  const inSchemas = findings.filter(
    (each) =>
      PARTS.some(([path]) => startsWith(each, path)) && (each.severity !== 'safe' || !isNew(each)),
  );
  const placesOf = (pattern: RegExp) => inSchemas.map((finding) => placeOf(finding, pattern));
  const [allowed, required] = [placesOf(ALLOWED), placesOf(REQUIRED)];
  const isIn = (places: readonly (string | undefined)[], place: string | undefined) =>
    place !== undefined && places.includes(place);
  const lines = inSchemas
    .filter((_, index) => !isIn(required, allowed[index]))
    .map((finding) => {
      const says = findingInWords(finding).replace(/\.$/, '');
      return {
        says: isIn(allowed, placeOf(finding, REQUIRED))
          ? says.replace(/^Input: (“.+”) is now required$/u, 'New required input: $1')
          : says,
        badge: badgeOf([finding]),
      };
    });
  return gathered(lines);
}

/** Another amount breaks no program: it costs more or less. */
function priceLine({ changes, findings }: Entry, price: ShownPrice): ShownLine {
  const before = priceBefore(price, changes);
  const says = priceInWords(before, price);
  if (before.currency !== price.currency || before.unit !== price.unit) {
    return { says, badge: badgeOf(findings.filter(isAboutPrice)) };
  }
  return { says, badge: price.amount > before.amount ? 'price-increase' : 'price-decrease' };
}

function linesOf(entry: Entry, price: ShownPrice): ShownLine[] {
  const { changes, findings } = entry;
  const state = changes.find(({ path }) => path === '/listingState');
  // All fields of a new listing are new.
  if (
    state?.from === null ||
    changes.some(({ path, from }) => path === '/title' && from === null)
  ) {
    return [{ says: 'Created' }];
  }
  const lines: ShownLine[] = state ? [{ says: stateInWords(state) }] : [];
  if (changes.some(isAboutPrice)) lines.push(priceLine(entry, price));
  for (const change of changes) {
    if (change === state || isAboutPrice(change)) continue;
    const found = findings.filter((finding) => startsWith(finding, change.path));
    const whole = wholeSchema(change);
    if (whole) lines.push(whole);
    // What the marketplace found in two schemas says more than what differs between their texts.
    else if (found.length === 0 || !PARTS.some(([path]) => path === change.path)) {
      lines.push(...linesOfChange(change).map((line) => ({ ...line, badge: badgeOf(found) })));
    }
  }
  const rest = findings
    .filter(({ path }) => path === '')
    .map((each) => ({ says: findingInWords(each).replace(/\.$/, ''), badge: badgeOf([each]) }));
  return [
    ...new Map(
      [...lines, ...schemaDifferences(entry), ...rest].map((line) => [line.says, line]),
    ).values(),
  ];
}

/** The most important first. */
const IMPORTANCE: readonly Badge[] = [
  'breaking',
  'may-break',
  'price-increase',
  'price-decrease',
  'compatible',
];

const isRisk = ({ badge }: ShownLine) => badge === 'breaking' || badge === 'may-break';

/** Of a listing that changed a lot, this many lines are shown. */
const MAX_LINES = 8;

/** A change to a listing as people read it. */
export interface ShownChange {
  key: string;
  at: string;
  /** What all of it means for programs that call the listing; nothing if they see no difference. */
  badge: Badge | undefined;
  /** What was done first of all, and all that may break a program. */
  lines: readonly ShownLine[];
  /** The rest, which is shown on demand. */
  others: readonly ShownLine[];
  /** The revision of the contract that began with it; the others had begun before. */
  revision: number | undefined;
}

/** Two lines are shown at once; of more, the first and those that people must not miss. */
function divided(all: readonly ShownLine[]): Pick<ShownChange, 'lines' | 'others'> {
  if (all.length <= 2) return { lines: all, others: [] };
  const first = [...new Set([...all.slice(0, 1), ...all.filter(isRisk)])].slice(0, MAX_LINES);
  return { lines: first, others: all.filter((line) => !first.includes(line)) };
}

/**
 * The history of a listing in words, the newest change first.
 *
 * @param price what a call costs now: an entry has only the parts of a price that it changed
 */
export function historyInWords(entries: readonly Entry[], price: ShownPrice): ShownChange[] {
  let after = price;
  return entries.map((entry, index): ShownChange => {
    const { revision, at, changes, verdict } = entry;
    const all = linesOf(entry, after);
    after = priceBefore(after, changes);
    const badges = new Set(all.map(({ badge }) => badge));
    return {
      key: `${revision} ${at} ${index}`,
      at,
      // The verdict of the marketplace stands, whatever its findings are about.
      badge: IMPORTANCE.find((badge) => badges.has(badge)) ?? BADGES[verdict],
      // A line alone needs no badge besides the one of the whole change.
      ...divided(all.length > 1 ? all : all.map((line) => ({ ...line, badge: undefined }))),
      revision: entries[index + 1]?.revision === revision ? undefined : revision,
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
