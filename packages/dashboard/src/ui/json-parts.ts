/** A part of a line of JSON with a colour of its own; the rest is brackets, commas and space. */
export interface JsonPart {
  kind: 'key' | 'string' | 'number' | 'literal' | undefined;
  text: string;
}

/** A string, also one that is not closed yet, with the colon that makes it a name; a number; a word. */
const TOKEN = /("(?:[^"\\]|\\.)*"?)(?=(\s*:)?)|(-?\d[\d.eE+-]*)|\b(?:true|false|null)\b/g;

/** The parts of a line of a JSON text, which need not be valid: it is being typed. */
export function jsonParts(line: string): JsonPart[] {
  const parts: JsonPart[] = [];
  let end = 0;
  const add = (kind: JsonPart['kind'], text: string) => text !== '' && parts.push({ kind, text });
  for (const { index, 0: text, 1: string, 2: colon, 3: number } of line.matchAll(TOKEN)) {
    add(undefined, line.slice(end, index));
    if (string !== undefined) add(colon === undefined ? 'string' : 'key', text);
    else add(number === undefined ? 'literal' : 'number', text);
    end = index + text.length;
  }
  add(undefined, line.slice(end));
  return parts;
}
