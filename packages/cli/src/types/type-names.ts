/** A suffix of this many attempts has a free name for every type of a file. */
const FIRST_SUFFIX = 2;

/**
 * Text as the name of a type: ASCII letters and digits, upper case at the start of each word and after
 * digits, as the generator writes names. A text without any of them has no name.
 */
function pascalCase(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replaceAll(/\d[a-z]/g, (found) => found.toUpperCase())
    .slice(0, MAX_LENGTH);
}

const MAX_LENGTH = 60;

/** Hands out names, each once. Names that differ only in case count as the same. */
export function createNames(
  taken: readonly string[] = [],
): (text: string, suffix?: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (text, suffix = '') => {
    const word = pascalCase(text);
    // A name cannot start with a digit, and the generator drops the ones that do.
    const base = (/^[A-Z]/.test(word) ? word : `Listing${word}`) + suffix;
    let name = base;
    for (let count = FIRST_SUFFIX; used.has(name.toLowerCase()); count++) name = `${base}V${count}`;
    used.add(name.toLowerCase());
    return name;
  };
}
