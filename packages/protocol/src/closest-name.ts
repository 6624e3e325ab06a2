/** A longer name is not compared, so that a hostile one costs nothing. */
const MAX_LENGTH = 40;
/** A hostile schema can have thousands of names. */
const MAX_COMPARED = 200;
const MAX_EDITS = 3;

/**
 * The known name that the caller probably meant: the one with the fewest insertions, deletions,
 * substitutions and swaps of neighbouring characters, regardless of case, `-` and `_`. `undefined`
 * when every known name differs in more than a third of its characters.
 */
export function closestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const folded = fold(name);
  let closest: { name: string; edits: number } | undefined;
  let compared = 0;
  for (const candidate of known) {
    if (compared++ === MAX_COMPARED) break;
    if (candidate === name || candidate.length > MAX_LENGTH) continue;
    const other = fold(candidate);
    const allowed = Math.min(MAX_EDITS, Math.floor(other.length / 3));
    const edits = editsBetween(folded, other, Math.min(allowed, (closest?.edits ?? Infinity) - 1));
    if (edits !== undefined) closest = { name: candidate, edits };
  }
  return closest?.name;
}

/** The sentence that suggests the closest known name, after a blank; empty when none is close. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const closest = closestName(name, known);
  return closest === undefined ? '' : ` Did you mean ${closest}?`;
}

/** The message of a detail whose path ends in a name that the schema does not know. */
export function unknownNameMessage(name: string, known: Iterable<string>): string {
  const suggestion = didYouMean(name, known);
  return suggestion === '' ? 'is not known' : `is not known.${suggestion}`;
}

const fold = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

/**
 * The optimal string alignment distance (Damerau-Levenshtein without edits between swapped
 * characters), if it is at most `limit`. Only cells within `limit` of the diagonal are computed.
 */
function editsBetween(from: string, to: string, limit: number): number | undefined {
  if (Math.abs(from.length - to.length) > limit) return undefined;
  let twoAbove: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current: number[] = Array.from({ length: to.length + 1 }, () => limit + 1);
    current[0] = row;
    const last = Math.min(to.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(twoAbove, column - 2) + 1 : Infinity,
      );
    }
    twoAbove = above;
    above = current;
  }
  const edits = at(above, to.length);
  return edits <= limit ? edits : undefined;
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity;
