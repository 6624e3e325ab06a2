import { distance } from 'fastest-levenshtein';

/** The candidate that was probably meant; none when nothing is near. */
export function suggest(text: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    if (candidate === text) continue;
    const edits = distance(text.toLowerCase(), candidate.toLowerCase());
    if (edits <= allowedEdits(candidate) && edits < (best?.edits ?? Infinity)) {
      best = { candidate, edits };
    }
  }
  return best?.candidate;
}

/** One in a short word, a third of a longer one: `txt` for `text`, `pubish` for `publish`. */
const allowedEdits = (word: string) => Math.max(1, Math.floor(word.length / 3));
