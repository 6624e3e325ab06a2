import type { HealthStatus, ListingContent } from '@mkt/protocol';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Dialect } from '../database/operation.ts';
import type { Database } from '../database/tables.ts';
import type { CatalogueSearch } from './search.ts';
import { any, type Expression, facet, facetOf, FREE_TERM, type Part, wholeTitle } from './tiers.ts';
import { stemOf, tellingWords, textWords } from './words.ts';

/** A match. */
export interface Hit {
  id: string;
}

/** A hit with the key that it was sorted by. */
export type Found = Hit & { key: number };

export type ListingQuery<Columns> = SelectQueryBuilder<Database, 'listing', Columns>;

export type HitQuery = ListingQuery<Hit>;

/** Matches, each with the place of its tier in a list. */
export type TieredQuery = ListingQuery<Hit & { tier: number }>;

export const selectHits = (db: Dialect['db']): HitQuery =>
  db.selectFrom('listing').select('listing.id');

type ColumnFilters = Pick<CatalogueSearch, 'health' | 'currency' | 'maxPriceMicros'>;

/** How an engine finds the published listings that an expression describes. */
export interface SearchMatch {
  /** The listings that match. */
  matches(db: Dialect['db'], expression: Expression): HitQuery;
  /** The listings that match, each with the first of the tiers that it belongs to. */
  tiered(db: Dialect['db'], search: TieredSearch): TieredQuery;
  /** How large tiers are walked; undefined where the index has no steps. */
  steps: StepIndex | undefined;
  /**
   * Health, currency and price as terms; undefined where they are not in the index. Those of the
   * price also match some listings that cost more.
   */
  columnTerms: ((search: ColumnFilters) => Expression[]) | undefined;
  /** `matches` as a condition, for a query that uses another index. */
  isHit(expression: Expression): RawBuilder<boolean>;
  /**
   * Whether a row itself has these words, for a query that looks at few rows; undefined where `isHit`
   * does that.
   */
  hasWords: ((words: Expression) => RawBuilder<boolean>) | undefined;
  /** How many listings match, counted up to `atMost`. */
  hits(expression: Expression, atMost: number): RawBuilder<number>;
  /** Ordering by this returns the newest matches first without sorting. */
  newestFirst: RawBuilder<number>;
}

interface TieredSearch {
  tiers: readonly Expression[];
  /** What matches: the listings of all tiers that pass the filters in the index. */
  whole: Expression;
  /** How many listings match. */
  hits: number;
  /** Adds those filters to the expression of a tier. */
  narrowed: (tier: Expression) => Expression;
}

export interface StepIndex {
  /** The term of listings whose quality is in a step, in the slot of a day (`quality.ts`). */
  term(slot: number, step: number): Expression;
  /** The row numbers of the listings that match, up to `atMost`. */
  positions(expression: Expression, atMost: number): RawBuilder<{ position: number }>;
  /** The listings in these rows. */
  inRows(db: Dialect['db'], positions: readonly number[]): HitQuery;
}

/** The terms of a listing by where they are, as both engines index them. */
type SearchDocument = Record<Part, string[]>;

/** What of a listing is searched. */
type SearchedContent = Pick<ListingContent, 'title' | 'tags' | 'description' | 'category'> & {
  price: Pick<ListingContent['price'], 'amountMicros'>;
};

export const isFree = ({ price }: Pick<SearchedContent, 'price'>): boolean =>
  price.amountMicros === 0;

/** The words of a title and tags as they are written, for prefixes and for spelling. */
export const writtenWords = ({ title, tags }: Pick<ListingContent, 'title' | 'tags'>): string[] => [
  ...new Set([title, ...(tags ?? [])].flatMap((text) => tellingWords(textWords(text)))),
];

/** Each two neighbouring words as one: people search for `timezone` and `time zone`. */
const joinedPairs = (words: readonly string[]): string[] =>
  words.slice(1).map((next, at) => `${words[at]}${next}`);

function searchDocument(content: SearchedContent): SearchDocument {
  const tags = content.tags ?? [];
  const telling = (text: string) => tellingWords(textWords(text));
  const title = telling(content.title);
  return {
    title: title.map(stemOf),
    tags: tags.flatMap(telling).map(stemOf),
    description: telling(content.description ?? '').map(stemOf),
    words: [...new Set([...writtenWords(content), ...joinedPairs(title)])],
    facets: [
      wholeTitle(title),
      ...tags.map((tag) => facetOf('t', tag)),
      ...(content.category === null ? [] : [facetOf('c', content.category)]),
    ],
  };
}

/**
 * What a lexeme of Postgres begins with, by the widest of the places that are searched. Postgres' own
 * weights say the same, but are not in its index: each row with the word would be read.
 */
const WIDTHS: Record<Part, string> = {
  title: 't',
  tags: 'g',
  description: 'd',
  words: 'w',
  facets: '=',
};

/** A word of the title is also a word of title and tags, and one of title, tags and description. */
const WIDER: Partial<Record<Part, readonly Part[]>> = {
  title: ['tags', 'description'],
  tags: ['description'],
};

const lexemeOf = (widest: Part, term: string): string => WIDTHS[widest] + term;

const MAX_POSITION = 16_383;

/** Phrases are looked up only here, so that the words of no other place need a position. */
const hasPositions = (part: Part) => part === 'title' || part === 'description';

/** The document as text of a tsvector. */
function tsvectorOf(document: SearchDocument): string {
  const found = new Map<string, number[]>();
  for (const [name, terms] of Object.entries(document)) {
    const part = name as Part;
    for (const [at, term] of terms.entries()) {
      for (const place of [part, ...(WIDER[part] ?? [])]) {
        const lexeme = lexemeOf(place, term);
        const positions = found.get(lexeme) ?? [];
        if (place === part && hasPositions(part)) positions.push(Math.min(at + 1, MAX_POSITION));
        found.set(lexeme, positions);
      }
    }
  }
  return [...found]
    .map(([lexeme, at]) => (at.length === 0 ? `'${lexeme}'` : `'${lexeme}':${at.join(',')}`))
    .join(' ');
}

/** The column `search_document`: what each engine indexes. */
export function searchColumn({ name }: Pick<Dialect, 'name'>, content: SearchedContent): string {
  const document = searchDocument(content);
  if (name === 'postgres') {
    // The embedded database's index has it from the column of the price.
    const free = isFree(content) ? [FREE_TERM] : [];
    return tsvectorOf({ ...document, facets: [...document.facets, ...free] });
  }
  return JSON.stringify(
    Object.fromEntries(Object.entries(document).map(([part, terms]) => [part, terms.join(' ')])),
  );
}

/** The terms of columns in the embedded database's index (`migrations/0001-sqlite.ts`). */
const healthTerm = (status: HealthStatus): string => `h${status.replace('_', 'x')}`;
const currencyTerm = (currency: string): string => `m${currency.toLowerCase()}`;

/**
 * Terms, or beginnings of terms, of all prices up to this one, and of some that are higher but begin
 * with the same digit. A term has a letter for the number of digits, and the first of them.
 */
function priceTerms(maxMicros: number): { term: string; isPrefix: boolean }[] {
  const digits = String(maxMicros);
  const ofLength = (length: number) => `p${String.fromCodePoint(96 + length)}`;
  const shorter = Array.from({ length: digits.length - 1 }, (_, at) => ({
    term: ofLength(at + 1),
    isPrefix: true,
  }));
  const same = Array.from({ length: Number(digits[0]) }, (_, at) => ({
    term: `${ofLength(digits.length)}${at + 1}`,
    isPrefix: false,
  }));
  return [...shorter, ...same];
}

/** The term of a quality step in the embedded database's index. */
const stepTerm = (slot: number, step: number): string => `q${slot}x${step}`;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const inColumns = (parts: readonly Part[], text: string) => `({${parts.join(' ')}} : ${text})`;

/** The expression in the syntax of FTS5. */
function fts5(expression: Expression): string {
  switch (expression.kind) {
    case 'word':
      return inColumns(expression.parts, quoted(expression.word) + (expression.prefix ? '*' : ''));
    case 'phrase':
      return inColumns([expression.part], quoted(expression.words.join(' ')));
    case 'all':
      return `(${expression.of.map(fts5).join(' AND ')})`;
    case 'any':
      return `(${expression.of.map(fts5).join(' OR ')})`;
    case 'except':
      return `(${fts5(expression.of)} NOT ${fts5(expression.without)})`;
  }
}

/**
 * The cross join reads the full-text index first and in its order. SQLite does not know how rare a
 * word is and would walk all published listings instead (25 against 0.8 ms at 100,000 listings).
 */
const readFirst = (db: Dialect['db'], expression: Expression) =>
  db
    .selectFrom('listing_search')
    .crossJoin('listing')
    .where(sql<boolean>`listing_search MATCH ${fts5(expression)}`)
    .whereRef('listing.row_number', '=', 'listing_search.rowid')
    .select('listing.id') as unknown as HitQuery;

/** The place of the first tier that a row belongs to. */
function firstTier(
  tiers: readonly Expression[],
  isIn: (tier: Expression) => RawBuilder<boolean>,
): RawBuilder<number> {
  const cases = tiers.map((tier, at) => sql`WHEN ${isIn(tier)} THEN ${sql.lit(at)}`);
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(tiers.length)} END`;
}

/** How many places a condition looks at. */
function placesOf(expression: Expression): number {
  switch (expression.kind) {
    case 'word':
      return expression.parts.length;
    case 'phrase':
      return 1;
    case 'all':
    case 'any':
      return expression.of.reduce((sum, each) => sum + placesOf(each), 0);
    case 'except':
      return placesOf(expression.of) + placesOf(expression.without);
  }
}

/** Reading this many places of documents takes about 5 ms. */
const MAX_PLACES = 10_000;

/** Reads the documents of the listings if they are few; otherwise looks up each tier in the index. */
function readTiers(
  db: Dialect['db'],
  { tiers, whole, hits: count, narrowed }: TieredSearch,
): TieredQuery {
  const places = tiers.reduce((sum, tier) => sum + placesOf(tier), 0);
  if (count * places <= MAX_PLACES) {
    return readFirst(db, whole).select(firstTier(tiers, inDocument).as('tier'));
  }
  const lookups = tiers.map(
    (tier, at) => sql`SELECT rowid AS position, ${sql.lit(at)} AS tier
      FROM listing_search WHERE listing_search MATCH ${fts5(narrowed(tier))}`,
  );
  const hits = sql<{ position: number; tier: number }>`(SELECT position, min(tier) AS tier
    FROM (${sql.join(lookups, sql` UNION ALL `)}) GROUP BY position)`;
  return db
    .selectFrom(hits.as('hit'))
    .crossJoin('listing')
    .whereRef('listing.row_number', '=', 'hit.position')
    .select(['listing.id', 'hit.tier']);
}

/** The expression as a condition on the document of a row, whose terms are separated by spaces. */
function inDocument(expression: Expression): RawBuilder<boolean> {
  const has = (part: Part, text: string) =>
    sql<boolean>`instr(' ' || (listing.search_document ->> ${sql.lit(part)}) || ' ', ${text}) > 0`;
  const joined = (operator: ' AND ' | ' OR ', of: readonly RawBuilder<boolean>[]) =>
    sql<boolean>`(${sql.join([...of], sql.raw(operator))})`;
  switch (expression.kind) {
    case 'word': {
      const { word, parts, prefix } = expression;
      if (word === FREE_TERM && parts.includes('facets')) return sql`listing.price_micros = 0`;
      const text = prefix ? ` ${word}` : ` ${word} `;
      return joined(
        ' OR ',
        parts.map((part) => has(part, text)),
      );
    }
    case 'phrase':
      return has(expression.part, ` ${expression.words.join(' ')} `);
    case 'all':
      return joined(' AND ', expression.of.map(inDocument));
    case 'any':
      return joined(' OR ', expression.of.map(inDocument));
    case 'except':
      return sql`(${inDocument(expression.of)} AND NOT ${inDocument(expression.without)})`;
  }
}

function columnTerms({ health, currency, maxPriceMicros }: ColumnFilters): Expression[] {
  const terms: Expression[] = [];
  if (health !== undefined) terms.push(facet(healthTerm(health)));
  if (currency !== undefined) terms.push(any([facet(FREE_TERM), facet(currencyTerm(currency))]));
  if (maxPriceMicros !== undefined) {
    const prices = priceTerms(maxPriceMicros).map(({ term, isPrefix }) => facet(term, isPrefix));
    terms.push(any([facet(FREE_TERM), ...prices]));
  }
  return terms;
}

export const FTS5: SearchMatch = {
  matches: readFirst,
  tiered: readTiers,
  steps: {
    term: (slot, step) => facet(stepTerm(slot, step)),
    positions: (expression, atMost) =>
      sql`SELECT rowid AS position FROM listing_search
        WHERE listing_search MATCH ${fts5(expression)} LIMIT ${atMost}`,
    // Without the cross join, SQLite may walk an index of all published listings.
    inRows: (db, positions) =>
      db
        .selectFrom(sql<{ value: number }>`json_each(${JSON.stringify(positions)})`.as('row'))
        .crossJoin('listing')
        .whereRef('listing.row_number', '=', 'row.value')
        .select('listing.id'),
  },
  columnTerms,
  isHit: (expression) =>
    sql`listing.row_number IN (
      SELECT rowid FROM listing_search WHERE listing_search MATCH ${fts5(expression)})`,
  hasWords: inDocument,
  hits: (expression, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing_search WHERE listing_search MATCH ${fts5(expression)} LIMIT ${atMost}))`,
  newestFirst: sql`listing_search.rowid`,
};

const lexeme = (term: string, widest: Part): string => `'${lexemeOf(widest, term)}'`;

/** The expression as text of a tsquery. */
function tsquery(expression: Expression): string {
  switch (expression.kind) {
    case 'word': {
      const widest = expression.parts.at(-1) ?? 'description';
      return `${lexeme(expression.word, widest)}${expression.prefix ? ':*' : ''}`;
    }
    case 'phrase':
      return `(${expression.words.map((word) => lexeme(word, expression.part)).join(' <-> ')})`;
    case 'all':
      return `(${expression.of.map(tsquery).join(' & ')})`;
    case 'any':
      return `(${expression.of.map(tsquery).join(' | ')})`;
    case 'except':
      return `(${tsquery(expression.of)} & !${tsquery(expression.without)})`;
  }
}

const isHit = (expression: Expression): RawBuilder<boolean> =>
  sql<boolean>`listing.search_document @@ ${tsquery(expression)}::tsquery`;

export const TSVECTOR: SearchMatch = {
  matches: (db, expression) => selectHits(db).where(isHit(expression)),
  // The listings are looked up once: a row itself says to which tier it belongs.
  tiered: (db, { tiers, whole }) =>
    selectHits(db).where(isHit(whole)).select(firstTier(tiers, isHit).as('tier')),
  steps: undefined,
  columnTerms: undefined,
  isHit,
  hasWords: undefined,
  hits: (expression, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing WHERE status = 'published' AND ${isHit(expression)} LIMIT ${atMost}) hit)`,
  newestFirst: sql`listing.row_number`,
};
