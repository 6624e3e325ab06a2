import { stemmer } from 'stemmer';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that say nothing about a service. Neither titles nor queries are searched for them. */
const STOP_WORDS = setOf(`
  a am an and any are as at be been but by can could did do does don for from had has have how i if
  im in into is it its me my of on onto or our out s should so some t than that the their them then
  there these they this those to us was we were what whats when where which who whom whose why will
  with would you your`);

/** What people write around the thing that they look for; ignored unless nothing else is left. */
const FILLER_WORDS = setOf(`
  api apis app apps available best cheap easy find free get give good help let like looking make
  need offer offers online please program service services show software somebody someone something
  tell thing things tool tools use used using want way website which`);

/** Porter would make these the stem of another word. */
const KEPT: ReadonlySet<string> = new Set(['news', 'maps', 'general', 'organic', 'university']);

/** Stems of one word that Porter keeps apart, and the words for a picture. */
const SAME: Readonly<Record<string, string>> = {
  analysi: 'analyz',
  analyt: 'analyz',
  convers: 'convert',
  maps: 'map',
  photo: 'imag',
  photograph: 'imag',
  pictur: 'imag',
  recognit: 'recogn',
  recogniz: 'recogn',
  summari: 'summar',
  summariz: 'summar',
  transcript: 'transcrib',
  transcription: 'transcrib',
};

/** British spelling: the stems of "summarise" and "summarize" are the same. */
const american = (word: string): string =>
  word.length < 7
    ? word
    : word.replace(/is(e|es|ed|er|ers|ing|ation|ations)$/, 'iz$1').replace(/yse([srd]?)$/, 'yze$1');

/** What a folded word is compared by: its English stem; other words and short ones as they are. */
export function stemOf(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  const stem = KEPT.has(word) ? word : stemmer(american(word));
  return Object.hasOwn(SAME, stem) ? (SAME[stem] ?? stem) : stem;
}

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
 * in it is query syntax (docs/buy/catalogue.md#search).
 */
export function searchWords(query: string): string[] {
  const words = (folded(query).match(WORDS) ?? []).flatMap(queryWords);
  const telling = tellingWords(words);
  const wanted = telling.filter((word) => !FILLER_WORDS.has(word));
  if (wanted.length === 0 && telling.includes(FREE)) return [FREE];
  return [...new Set(wanted.length > 0 ? wanted : telling)].slice(0, MAX_WORDS);
}
