const MIN_LETTERS = 4;
const MAX_LETTERS = 24;
/** From this length on, a word may differ from the query in two letters. */
const LONG = 8;

function shorterByOne(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

const isSpelled = (word: string): boolean =>
  word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && /^\p{L}+$/u.test(word);

/**
 * A word and what is left of it without one letter. Two words that differ in one letter, or in the
 * order of two, have one of these in common.
 */
export function spellingKeys(word: string): string[] {
  return isSpelled(word) ? [...new Set([word, ...shorterByOne(word)])] : [];
}

/** The keys under which words are found that a misspelled one may stand for. */
export function misspellingKeys(word: string): string[] {
  const keys = spellingKeys(word);
  if (word.length < LONG) return keys;
  return [...new Set([...keys, ...keys.slice(1).flatMap(shorterByOne)])];
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A word of published listings that a misspelled word may mean. */
export interface Candidate {
  word: string;
  /** How many accounts use it, counted up to a limit. */
  accounts: number;
  /** One of them; if there is only one, that one. */
  accountId: string;
}

const MAX_WORDS = 8;
/** Limits the words that only one account uses, so that an account cannot crowd out others' words. */
const MAX_WORDS_OF_ONE = 4;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The words that a misspelled word may mean: of those with one letter different (two in long words),
 * those that most accounts use, and those that are nearer. A word is left out if a nearer one has as
 * many accounts.
 */
export function nearestWords(word: string, candidates: readonly Candidate[]): string[] {
  const most = word.length < LONG ? 1 : 2;
  const near = candidates
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word) }))
    .filter(({ distance }) => distance <= most && distance > 0)
    .toSorted(
      (a, b) => b.accounts - a.accounts || a.distance - b.distance || compare(a.word, b.word),
    );
  const ofOne = new Map<string, number>();
  const words: string[] = [];
  let nearest = Infinity;
  for (const { word: found, distance, accounts, accountId } of near) {
    if (distance > nearest) continue;
    nearest = distance;
    if (accounts === 1) {
      const count = (ofOne.get(accountId) ?? 0) + 1;
      ofOne.set(accountId, count);
      if (count > MAX_WORDS_OF_ONE) continue;
    }
    words.push(found);
  }
  return words.slice(0, MAX_WORDS);
}
