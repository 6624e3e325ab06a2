/** Below this much room a text gets its own line. */
const MIN_ROOM = 24;

/** Wraps words at a number of columns. A longer word stays whole, so that it can be copied. */
export function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > columns && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A name with its text beside it, wrapped at the width of the terminal; below it if there is no room. */
export function wrappedRow(
  name: string,
  text: string,
  { width, columns = Infinity }: { width: number; columns: number | undefined },
): string[] {
  const start = 2 + Math.max(width, name.length) + 1;
  const isBeside = columns - start >= MIN_ROOM;
  const indent = ' '.repeat(isBeside ? start : 4);
  const lines = wrapWords(text, columns - indent.length);
  if (!isBeside) return [`  ${name}`, ...lines.map((line) => `${indent}${line}`)];
  return lines.map((line, at) => (at === 0 ? `  ${name}`.padEnd(start) : indent) + line);
}
