import { KNOWN_CATEGORIES } from '@mkt/protocol';
import { FREE, searchWords, stemOf } from './words.ts';

/** Where a word of a listing is; `words` has the unstemmed words of title and tags. */
export type Part = 'title' | 'tags' | 'description' | 'words' | 'facets';

/** A query for the index, independent of any engine's syntax. */
export type Expression =
  | { kind: 'word'; word: string; parts: readonly Part[]; prefix: boolean }
  | { kind: 'phrase'; words: readonly string[]; part: Part }
  | { kind: 'all' | 'any'; of: readonly Expression[] }
  | { kind: 'except'; of: Expression; without: Expression };

const TITLE = ['title'] as const;
const TITLE_AND_TAGS = ['title', 'tags'] as const;
const ANYWHERE = ['title', 'tags', 'description'] as const;
export const MIN_PREFIX = 2;

const word = (text: string, parts: readonly Part[], prefix = false): Expression => ({
  kind: 'word',
  word: text,
  parts,
  prefix,
});

const combined = (kind: 'all' | 'any', of: readonly Expression[]): Expression =>
  of.length === 1 && of[0] ? of[0] : { kind, of };
export const all = (of: readonly Expression[]): Expression => combined('all', of);
export const any = (of: readonly Expression[]): Expression => combined('any', of);
export const facet = (text: string, isPrefix = false): Expression =>
  word(text, ['facets'], isPrefix);

/** A category or tag as a single term. */
export const facetOf = (kind: 'c' | 't', text: string): string =>
  kind + Buffer.from(text).toString('hex');

/** A known category by the words of a search for it: `developer-tools` by “developer”. */
const CATEGORY_OF = new Map(
  KNOWN_CATEGORIES.map((category) => [searchWords(category).join(' '), category]),
);

/** The listings of the category that the words name. */
function ofCategory(words: readonly string[]): Expression {
  const name = words.join(' ');
  const names = new Set([name, words.join('-'), CATEGORY_OF.get(name) ?? name]);
  return any([...names].map((category) => facet(facetOf('c', category))));
}

/** The facet of the listings that cost nothing. */
export const FREE_TERM = 'f';

/** A single character of a script without spaces begins the pairs that are indexed. */
const isOneCharacter = (text: string) =>
  Array.from(text).length === 1 && /[^\p{ASCII}]/u.test(text);

const stemmed = (text: string, parts: readonly Part[]): Expression =>
  word(stemOf(text), parts, isOneCharacter(text));

const inAll = (words: readonly string[], parts: readonly Part[]) =>
  all(words.map((each) => stemmed(each, parts)));

/** The facet of a title that consists of these words only. */
export const wholeTitle = (words: readonly string[]): string =>
  `e${Buffer.from(words.map(stemOf).join(' ')).toString('hex').slice(0, 200)}`;

/** What a word may be the beginning of. */
export interface Beginning {
  text: string;
  /**
   * The words of titles and tags that begin with it; undefined if they are many. The index looks up each
   * word as it goes, but first collects all listings with a beginning.
   */
  words: readonly string[] | undefined;
}

/** Listings with a word in title or tags that begins like this; undefined if there are none. */
function begins({ text, words }: Beginning): Expression | undefined {
  if (!words) return word(text, ['words'], true);
  return words.length === 0 ? undefined : any(words.map((each) => word(each, ['words'])));
}

/** A single word wherever it is, or one in title or tags that it is the beginning of. */
export function occurs(text: string, beginning?: Beginning): Expression {
  const longer = beginning && begins(beginning);
  return any([stemmed(text, ANYWHERE), ...(longer ? [longer] : [])]);
}

/** Listings with all the words, as whole words. */
export const wholeWords = (words: readonly string[]): Expression => inAll(words, ANYWHERE);

/** Where words may be, the best place first: a listing belongs to the first of its tiers. */
export interface Tiers {
  of: readonly Expression[];
  /** The listings of all tiers. */
  whole: Expression;
}

/**
 * How many of the tiers before one are excluded: the nearest contain all others, and excluding each of
 * those would cost far more.
 */
const NEAREST = 3;

/**
 * For one tier after the other, removes the listings of the tiers before it. A tier that turns out to
 * have none of its own is not excluded from later tiers, because that would cost as much as excluding a
 * full one.
 */
export function createDisjoint() {
  /** The expressions that contain the listings of each tier: the tier itself, or those before it. */
  const containers: (readonly Expression[])[] = [];
  return {
    next(of: Expression): Expression {
      const before = [...new Set(containers.slice(-NEAREST).flat())];
      containers.push([of]);
      return before.length === 0 ? of : { kind: 'except', of, without: any(before) };
    },
    /** The tier that was last has no listings that are not in those before it. */
    lastIsEmpty(): void {
      const before = containers.slice(-NEAREST - 1, -1).flat();
      containers.splice(-1, 1, [...new Set(before)]);
    },
  };
}

const isForFree = (words: readonly string[]) => words.length === 1 && words[0] === FREE;

/**
 * Listings with all the words, best first; the last word may be the beginning of one. Then those of the
 * category that is called so.
 */
export function tiersOfAll(words: readonly string[], last: Beginning): Tiers {
  if (isForFree(words)) {
    return { of: [facet(FREE_TERM), occurs(FREE, last)], whole: anyOfAll(words, last) };
  }
  const stems = words.map(stemOf);
  const longer = begins(last);
  const phrases = words.length > 1 && !words.some(isOneCharacter);
  const phrase = (part: Part): Expression[] =>
    phrases ? [{ kind: 'phrase', words: stems, part }] : [];
  const of = [
    facet(wholeTitle(words)),
    ...phrase('title'),
    inAll(words, TITLE),
    inAll(words, TITLE_AND_TAGS),
    ...phrase('description'),
    inAll(words, ANYWHERE),
  ];
  if (longer) {
    of.push(all([...words.slice(0, -1).map((each) => stemmed(each, ANYWHERE)), longer]));
  }
  of.push(ofCategory(words));
  return { of, whole: anyOfAll(words, last) };
}

/** The listings with all the words, or of their category; for the word “free” also those that cost nothing. */
export function anyOfAll(words: readonly string[], last: Beginning): Expression {
  const found = all([
    ...words.slice(0, -1).map((each) => stemmed(each, ANYWHERE)),
    occurs(words.at(-1) ?? '', last),
  ]);
  return any([found, isForFree(words) ? facet(FREE_TERM) : ofCategory(words)]);
}

/** More would take too many combinations. */
const MAX_LOOSE = 5;

/** The ways to leave out some of these. */
function without<Item>(items: readonly Item[], count: number): Item[][] {
  if (count === 0) return [[...items]];
  return items.flatMap((_, at) =>
    without(items.slice(at + 1), count - 1).map((rest) => [...items.slice(0, at), ...rest]),
  );
}

/** A word of a query that found nothing as a whole, or only listings of one account. */
export interface LooseWord {
  /** The words that it may stand for. */
  texts: readonly string[];
  /** It may be the beginning of words. */
  prefix?: Beginning | undefined;
}

function loose({ texts, prefix }: LooseWord, parts: readonly Part[]): Expression {
  const whole = texts.map((text) => stemmed(text, parts));
  if (prefix === undefined) return any(whole);
  const longer = parts === TITLE ? stemmed(prefix.text, parts) : begins(prefix);
  return any([...whole, ...(longer ? [longer] : [])]);
}

/**
 * Listings with most of the words, at least half: those with more of them first, then those with them
 * in title and tags.
 */
export function tiersOfSome(words: readonly LooseWord[]): Tiers | undefined {
  const used = words.slice(0, MAX_LOOSE);
  const of: Expression[] = [];
  for (let left = 0; left <= Math.floor(used.length / 2); left++) {
    for (const parts of [TITLE, TITLE_AND_TAGS, ANYWHERE]) {
      const ways = without(used, left).map((kept) => all(kept.map((each) => loose(each, parts))));
      of.push(any(ways));
    }
  }
  const whole = of.at(-1);
  return used.length > 0 && whole ? { of, whole } : undefined;
}

/** The listings that have all of these words, but not all of the query's own words. */
export function tiersOfSimilar(
  { words, last }: { words: readonly string[]; last: Beginning },
  similar: readonly LooseWord[],
): Tiers | undefined {
  if (similar.length > MAX_LOOSE) return undefined;
  const without = anyOfAll(words, last);
  const of = [TITLE, TITLE_AND_TAGS, ANYWHERE].map((parts): Expression => ({
    kind: 'except',
    of: all(similar.map((each) => loose(each, parts))),
    without,
  }));
  const whole = of.at(-1);
  return whole && { of, whole };
}

/** The position of a listing in search results by relevance; ties are sorted by age. */
export interface SearchPosition {
  /** The UTC day whose quality steps apply, in days since the Unix epoch. */
  day: number;
  tier: number;
  step: number;
}

const TIERS = 64;
const STEPS = 16;

/** A position as the key of a cursor. */
export const keyOfPosition = ({ day, tier, step }: SearchPosition): number =>
  (day * TIERS + tier) * STEPS + step;

/** A cursor comes from outside, so its key may be any number. */
const wholeKey = (key: number) => Math.floor(Math.max(0, Math.min(key, Number.MAX_SAFE_INTEGER)));

/** Any number is a position. */
export function positionOf(key: number): SearchPosition {
  const whole = wholeKey(key);
  const tiers = Math.floor(whole / STEPS);
  return { day: Math.floor(tiers / TIERS), tier: tiers % TIERS, step: whole % STEPS };
}

/** The position of a listing in a list that is sorted by a figure of a day. */
export interface FigurePosition {
  /** In days since the Unix epoch. */
  day: number;
  /** An integer of the database. */
  figure: number;
}

const FIGURES = 2 ** 31;

export const keyOfFigure = ({ day, figure }: FigurePosition): number => day * FIGURES + figure;

/** Any number is a position. */
export function figureOf(key: number): FigurePosition {
  const whole = wholeKey(key);
  return { day: Math.floor(whole / FIGURES), figure: whole % FIGURES };
}
