/** Words of a question that say nothing of what is sought: `how do I get a refund`. */
const FILLING = new Set(
  'a an and are can did do does for get how i in is it make me much my of on please see show the to want was what where why with'.split(
    ' ',
  ),
);

const BETWEEN_WORDS = /[^\p{L}\p{N}_]+/u;

/** The words of a text, in lower case. */
export const wordsIn = (text: string): string[] =>
  text.toLowerCase().split(BETWEEN_WORDS).filter(Boolean);

/** The words that a question is about, in the singular, so that they begin words in the plural too. */
export function tellingWords(typed: readonly string[]): string[] {
  const telling = typed.filter((word) => !FILLING.has(word));
  return (telling.length > 0 ? telling : typed).map((word) => word.replace(/(?<=...)s$/, ''));
}

/** Shorter words are too often one letter away from another. */
const LEAST_LETTERS = 5;

/** Whether one letter is added, missing or another, or two that follow each other are exchanged. */
function isOneEditAway(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [a, b] = [one.slice(at), other.slice(at)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Whether a word begins with what was typed, but for one typing error after the first letter. */
export const nearlyBegins = (word: string, typed: string): boolean =>
  typed.length >= LEAST_LETTERS &&
  word[0] === typed[0] &&
  [-1, 0, 1].some((by) => isOneEditAway(typed, word.slice(0, typed.length + by)));
