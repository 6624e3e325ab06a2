const WORD = /[\p{L}\p{M}\p{N}@$€]+(?:[!|+][\p{L}\p{M}\p{N}@$€]+)*/gu;

/** A word of a text. */
export interface Token {
  word: string;
  index: number;
}

/** Runs of letters, digits and the signs that stand for letters. */
export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(WORD)) yield { word: match[0], index: match.index };
}
