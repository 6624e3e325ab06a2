import { stemmer } from 'stemmer';

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
