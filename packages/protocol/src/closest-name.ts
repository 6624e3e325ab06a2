/** A longer name is not compared, so that a hostile one costs nothing. */
const MAX_LENGTH = 40;
/** A hostile schema can have thousands of names. */
export const COMPARED_NAMES = 200;
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
    if (compared++ === COMPARED_NAMES) break;
    if (candidate === name || candidate.length > MAX_LENGTH) continue;
    const other = fold(candidate);
    const allowed = Math.min(MAX_EDITS, Math.floor(other.length / 3));
    const limit = Math.min(allowed, (closest?.edits ?? Infinity) - 1);
    const edits = limit < 0 ? undefined : editsBetween(folded, other, limit);
    if (edits !== undefined) closest = { name: candidate, edits };
  }
  return closest?.name;
}

/**
 * The sentence that suggests the closest known name, preceded by a space; empty if none is close.
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const closest = closestName(name, known);
  return closest === undefined ? '' : ` Did you mean ${closest}?`;
}

/** Longer lists do not help. */
const MAX_LISTED = 10;
const PRINTABLE = /^[^\p{C}\p{Z}]+$/u;

/** The known names in a sentence, if they are few enough to help. */
function listedNames(known: Iterable<string>): string {
  const names: string[] = [];
  for (const name of known) {
    if (names.length === MAX_LISTED || name.length > MAX_LENGTH || !PRINTABLE.test(name)) return '';
    names.push(name);
  }
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0
    ? `; the only known field is ${last}`
    : `; the known fields are ${names.join(', ')} and ${last}`;
}

/**
 * The message of a detail whose path ends in a name that the schema does not define: it suggests the
 * closest known one or, if none is close, lists up to ten.
 */
export function unknownNameMessage(name: string, known: Iterable<string>): string {
  const all = [...known].slice(0, COMPARED_NAMES);
  const suggestion = didYouMean(name, all);
  return suggestion === ''
    ? `is not a known field${listedNames(all)}`
    : `is not a known field.${suggestion}`;
}

const fold = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

/**
 * The optimal string alignment distance (Damerau-Levenshtein without edits between swapped
 * characters), if it is at most `limit`. Only cells within `limit` of the diagonal are computed; the
 * cells next to them read as `limit + 1`.
 */
function editsBetween(from: string, to: string, limit: number): number | undefined {
  if (Math.abs(from.length - to.length) > limit) return undefined;
  let twoAbove = new Uint8Array(to.length + 2);
  let above = new Uint8Array(to.length + 2);
  let current = new Uint8Array(to.length + 2);
  for (let column = 0; column <= to.length; column++) above[column] = column;
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - limit);
    const last = Math.min(to.length, row + limit);
    const letter = from.charCodeAt(row - 1);
    let least = first === 1 ? row : limit + 1;
    current[first - 1] = least;
    for (let column = first; column <= last; column++) {
      const isSame = letter === to.charCodeAt(column - 1);
      let edits = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === to.charCodeAt(column - 2) &&
        from.charCodeAt(row - 2) === to.charCodeAt(column - 1);
      if (isSwap) edits = Math.min(edits, at(twoAbove, column - 2) + 1);
      current[column] = edits;
      least = Math.min(least, edits);
    }
    if (least > limit) return undefined;
    current[last + 1] = limit + 1;
    [twoAbove, above, current] = [above, current, twoAbove];
  }
  const edits = at(above, to.length);
  return edits <= limit ? edits : undefined;
}

const at = (row: Uint8Array, column: number) => row[column] ?? 0;
