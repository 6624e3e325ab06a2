import { FILLER_WORDS, STOP_WORDS } from './stop-words.ts';

/** Alone, or with words that say nothing, it also finds the listings that cost nothing. */
export const FREE = 'free';

const MAX_WORDS = 16;
const MAX_CHARACTERS = 40;

/** Letters that no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const WORDS = /[\p{L}\p{N}\p{M}]+(?:['’._&/-][\p{L}\p{N}\p{M}]+)*/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** One spelling for compatible characters, case, diacritics, and the symbols in names. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøłđðþıς]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/(?<![\p{L}\p{N}])([a-z])\+\+/gu, '$1plusplus')
    .replaceAll(/(?<![\p{L}\p{N}])([a-z])#/gu, '$1sharp')
    .replaceAll(/(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])/gu, ' dotnet');
}

const shortened = (word: string) =>
  word.length <= MAX_CHARACTERS ? word : Array.from(word).slice(0, MAX_CHARACTERS).join('');

/** Each two neighbouring characters; the last one also alone, so that every one begins a term. */
function bigrams(run: string, withLast: boolean): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  const pairs = characters.slice(1).map((next, at) => `${characters[at]}${next}`);
  return withLast ? [...pairs, characters.at(-1) ?? ''] : pairs;
}

/** A word as its runs of scripts with spaces and of those without. */
function terms(word: string, withLast: boolean): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > end) found.push(shortened(word.slice(end, index)));
    found.push(...bigrams(run, withLast));
    end = index + run.length;
  }
  if (end < word.length) found.push(shortened(word.slice(end)));
  return found;
}

const isUnspaced = (word: string): boolean => word.search(UNSPACED) !== -1;

const partsOf = (compound: string): string[] => compound.replace(/['’]s$/, '').match(WORD) ?? [];

/** All words of a listing's text. Compounds such as `e-mail` are there in parts and as one word. */
export function textWords(text: string): string[] {
  return (folded(text).match(WORDS) ?? []).flatMap((compound) => {
    const parts = partsOf(compound);
    const single = parts.flatMap((part) => terms(part, true));
    const joined = parts.join('');
    const isJoined = parts.length > 1 && parts.length <= 3 && !isUnspaced(joined);
    return isJoined ? [...single, shortened(joined)] : single;
  });
}

/** The words without those that say nothing; all of them if no other is left. */
export function tellingWords(words: readonly string[]): string[] {
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : [...words];
}

/** `node.js` and `e-mail` are one word; `text-to-speech` is three. */
function queryWords(compound: string): string[] {
  const parts = partsOf(compound);
  const isOne =
    parts.length > 1 &&
    !/['’/]/.test(compound) &&
    (/^[^_-]+$/.test(compound) || parts.some((part) => /^\p{L}$/u.test(part)));
  const words = isOne && !isUnspaced(compound) ? [parts.join('')] : parts;
  return words.flatMap((word) => terms(word, false));
}

/**
 * The words of a search query that are looked for: letters and digits of any script, so that nothing
 * in it is query syntax (docs/listings.md#search).
 */
export function searchWords(query: string): string[] {
  const words = (folded(query).match(WORDS) ?? []).flatMap(queryWords);
  const telling = tellingWords(words);
  const wanted = telling.filter((word) => !FILLER_WORDS.has(word));
  if (wanted.length === 0 && telling.includes(FREE)) return [FREE];
  return [...new Set(wanted.length > 0 ? wanted : telling)].slice(0, MAX_WORDS);
}
