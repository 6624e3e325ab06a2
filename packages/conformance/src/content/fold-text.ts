/** Invisible characters, which can be put into a word to hide it from a search. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Single characters for Arabic phrases, which NFKC expands, one of them to 18 letters. */
const LIGATURES = /[\ufdf0-\ufdfb]/g;
/** Boxed letters and the letters of flags, which NFKC leaves unchanged. */
const BOXED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const BOX_STARTS = [0x1f1e6, 0x1f170, 0x1f150];
/** Accents, whatever letter they are on; the vowel signs of a script are part of its words. */
const ACCENTS = /[\p{Script=Inherited}&&\p{M}]/gv;

function unboxed(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const start = BOX_STARTS.find((each) => code >= each) ?? code;
  return String.fromCharCode(0x61 + code - start);
}

/** Look-alikes, by the Latin letter that they resemble. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьъвβƅ',
  c: 'сϲ',
  d: 'ԁđɗ',
  e: 'еєɛəε',
  f: 'ƒғ',
  g: 'ɡԍɢ',
  h: 'һнħη',
  i: 'іıιɪї',
  j: 'јϳ',
  k: 'кκĸ',
  l: 'ӏłɫℓ',
  m: 'мɱ',
  n: 'ոηɴ',
  o: 'оοøօɔ',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гɾʀ',
  s: 'ѕʂꜱ',
  t: 'тτŧ',
  u: 'υսцʋμ',
  v: 'ѵνʋ',
  w: 'ԝ',
  x: 'хχ',
  y: 'уγүʏ',
  z: 'ʐᴢ',
};

const LATIN_OF = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ſ: 's', ς: 's' }).concat(
    Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
      Array.from(others, (other): [string, string] => [other, latin]),
    ),
  ),
);

/** Latin letters that pass for Cyrillic ones. */
const CYRILLIC_OF = new Map(
  Object.entries({
    a: 'а',
    b: 'в',
    c: 'с',
    e: 'е',
    h: 'н',
    k: 'к',
    m: 'м',
    o: 'о',
    p: 'р',
    t: 'т',
    x: 'х',
    y: 'у',
    '0': 'о',
  }),
);

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '€': 'e',
};

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Maps letter by letter; every mapped letter is one UTF-16 unit. */
function mapped(text: string, letters: ReadonlyMap<string, string>): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    out += letters.get(letter) ?? letter;
  }
  return out;
}

/**
 * Text as a reader sees it: lower case, compatibility forms (full-width, mathematical, circled) as
 * plain letters, without invisible characters.
 */
export function readable(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .replace(INVISIBLE, '')
    .replace(BOXED, unboxed)
    .replace(LIGATURES, ' ')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFC');
}

/** A readable text without accents, with Latin letters for those that look like them. */
export function latinOf(text: string): string {
  if (isAscii(text)) return text;
  return mapped(text.normalize('NFD').replace(ACCENTS, '').normalize('NFC'), LATIN_OF);
}

/** A word of mixed Latin and Cyrillic letters, written in Cyrillic letters alone. */
export const cyrillicOf = (word: string): string => mapped(word, CYRILLIC_OF);

/** Digits and signs that stand for letters; "1" is read as `one`. */
export const decodeLeet = (word: string, one: 'i' | 'l' = 'i'): string =>
  word.replace(/[0-9@$!|+€]/g, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign)));
