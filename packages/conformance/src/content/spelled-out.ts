import type { Token } from './tokens.ts';

const MAX_GAP = 3;

/**
 * Index of the first run of single letters, each after the same separator ("f.u.c.k"), that is an
 * offence when they are read together. Words of more letters end a run: "wash it" has none.
 */
export function spelledOut(
  text: string,
  tokens: readonly Token[],
  isOffence: (letters: string) => boolean,
): number | undefined {
  let run = '';
  let gap: string | undefined;
  let start = 0;
  for (const [i, { word, index }] of tokens.entries()) {
    const previous = tokens[i - 1];
    const between = previous ? text.slice(previous.index + previous.word.length, index) : '';
    const isLetter = word.length === 1;
    const follows = isLetter && run !== '' && between.length <= MAX_GAP;
    if (follows && (gap === undefined || between === gap)) {
      gap = between;
      run += word;
      continue;
    }
    if (run.length > 2 && isOffence(run)) return start;
    run = isLetter ? word : '';
    gap = undefined;
    start = index;
  }
  return run.length > 2 && isOffence(run) ? start : undefined;
}
