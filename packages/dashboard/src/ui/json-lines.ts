import { InexactNumber, readJson } from '@mkt/protocol';

/** TypeScript's standard library does not declare the third parameter yet. */
type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

const asWritten: Reviver = (_, value, context) =>
  typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
    ? new InexactNumber(context.source)
    : value;

/**
 * The value of a JSON text, in which every number is shown as it was written: `1.0`, `-0`, `1e2`. A browser
 * from before 2025 does not say how it was written: there only digits that a double loses are kept.
 */
export function valueAsWritten(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, asWritten);
    const saysSource =
      JSON.parse('1', (_, __, context?: unknown) => context !== undefined) === true;
    return saysSource ? value : readJson(text).exact;
  } catch {
    // A reviver calls itself for each level, so a text that nests absurdly deeply fills the stack.
    return JSON.parse(text);
  }
}

/** One line of a JSON document as it is printed, with two spaces per level. */
export interface JsonLine {
  /** The JSON Pointer of its value; that of the container for a closing bracket, with `/]` added. */
  id: string;
  depth: number;
  /** The member's name. */
  key?: string;
  kind: 'string' | 'number' | 'literal' | 'bracket';
  text: string;
  /** A comma follows. */
  comma: boolean;
  /** A container: how many members it has, and whether they are hidden. */
  fold?: { members: number; folded: boolean };
}

/** Whether the container at a pointer is shown in one line. */
export type IsFolded = (pointer: string, depth: number, members: number) => boolean;

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function entriesOf(value: object): [key: string | undefined, pointer: string, value: unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [undefined, `/${index}`, item]);
  return Object.entries(value).map(([key, item]) => [key, `/${escaped(key)}`, item]);
}

function leaf(value: unknown): Pick<JsonLine, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: 'string', text: value };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (value instanceof InexactNumber) return { kind: 'number', text: value.text };
  // Such as a number with all its digits (JSON.rawJSON).
  if (typeof value === 'object' && value !== null) {
    return { kind: 'number', text: JSON.stringify(value) };
  }
  return { kind: 'literal', text: String(value) };
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !(JSON as { isRawJSON?: (value: unknown) => boolean }).isRawJSON?.(value);

interface Step {
  value: unknown;
  key: string | undefined;
  pointer: string;
  depth: number;
  comma: boolean;
}

/** The lines of a value. Nesting of any depth: it keeps its own stack. */
export function jsonLines(root: unknown, isFolded: IsFolded): JsonLine[] {
  const lines: JsonLine[] = [];
  const stack: (Step | JsonLine)[] = [
    { value: root, key: undefined, pointer: '', depth: 0, comma: false },
  ];
  for (let step = stack.pop(); step; step = stack.pop()) {
    if ('id' in step) {
      lines.push(step);
      continue;
    }
    const { value, key, pointer, depth, comma } = step;
    const line = { id: pointer, depth, comma, ...(key === undefined ? {} : { key }) };
    if (!isContainer(value)) {
      lines.push({ ...line, ...leaf(value) });
      continue;
    }
    const entries = entriesOf(value);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0) {
      lines.push({ ...line, kind: 'bracket', text: open + close });
      continue;
    }
    const folded = isFolded(pointer, depth, entries.length);
    const fold = { members: entries.length, folded };
    if (folded) {
      lines.push({ ...line, kind: 'bracket', text: `${open}…${close}`, fold });
      continue;
    }
    lines.push({ ...line, kind: 'bracket', text: open, comma: false, fold });
    stack.push({ id: `${pointer}/]`, depth, comma, kind: 'bracket', text: close });
    for (const [index, [name, below, inner]] of [...entries.entries()].toReversed()) {
      stack.push({
        value: inner,
        key: name,
        pointer: pointer + below,
        depth: depth + 1,
        comma: index < entries.length - 1,
      });
    }
  }
  return lines;
}

/** Deeper containers of an excerpt are folded. */
const EXCERPT_DEPTH = 4;

/** The beginning of a value in so many lines at most; a last line of its own stands for the rest. */
export function excerptOf(root: unknown, most: number): JsonLine[] {
  const lines = jsonLines(root, (_, depth) => depth >= EXCERPT_DEPTH);
  if (lines.length <= most) return lines;
  const rest: JsonLine = { id: '…', depth: 0, kind: 'bracket', text: '…', comma: false };
  return [...lines.slice(0, most - 1), rest];
}
