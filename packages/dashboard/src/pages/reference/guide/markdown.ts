/** A part of a guide. Texts have `code`, links, **strong** and _emphasised_ words in them (`inlineOf`). */
export type Block =
  | { kind: 'heading'; level: number; id: string; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; start: number | undefined; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'paragraph'; text: string };

/** A piece of a text. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; parts: readonly Inline[] }
  | { kind: 'link'; to: string; parts: readonly Inline[] };

const INLINE =
  /`(?<code>[^`]+)`|\[(?<words>(?:`[^`]*`|[^\]`])+)\]\((?<to>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*|(?<![\w])_(?<em>[^_\s](?:[^_]*[^_\s])?)_(?![\w])/g;

/** The pieces of a text. */
export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(INLINE)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    const { code, words = '', to, strong, em } = groups;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (to !== undefined) parts.push({ kind: 'link', to, parts: inlineOf(words) });
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: inlineOf(strong) });
    else parts.push({ kind: 'em', parts: inlineOf(em ?? '') });
    end = index + whole.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** The words of a text. */
export const plain = (text: string): string =>
  inlineOf(text)
    .map(function words(part): string {
      return 'text' in part ? part.text : part.parts.map(words).join('');
    })
    .join('');

/** The name of a heading in addresses, as GitHub makes it. */
const idOf = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const FENCE = /^```(\w*)/;
const HEADING = /^(#{1,4}) (.*)$/;
const ITEM = /^(?:-|(\d+)\.) (.*)$/;
/** Pictures are not served beside the guides, and comments are for their authors. */
const UNSEEN = /^(?:!\[.*\]\(.*\)|<!--.*-->)$/;
const RULE = /^\|[\s|:-]+\|$/;

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));

/** The parts of a guide: of Markdown, what the guides have. A paragraph is one line, and no list is in another. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  const ids = new Map<string, number>();
  /** Takes the lines that follow for as long as they are of one kind. */
  const takeWhile = (from: number, isOne: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line, at) => at >= from && !isOne(line));
    return lines.slice(from, end === -1 ? lines.length : end);
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (FENCE.test(line)) {
      const code = takeWhile(at + 1, (next) => !FENCE.test(next));
      blocks.push({ kind: 'code', language: FENCE.exec(line)?.[1] ?? '', text: code.join('\n') });
      at += code.length + 1;
    } else if (marks !== undefined) {
      const id = idOf(title);
      const before = ids.get(id) ?? 0;
      ids.set(id, before + 1);
      const own = before === 0 ? id : `${id}-${before}`;
      blocks.push({ kind: 'heading', level: marks.length, id: own, text: title });
    } else if (line.startsWith('|')) {
      const table = takeWhile(at, (next) => next.startsWith('|'));
      const [head = [], ...rows] = table.filter((row) => !RULE.test(row)).map(cellsOf);
      blocks.push({ kind: 'table', head, rows });
      at += table.length - 1;
    } else if (ITEM.test(line)) {
      const items = takeWhile(at, (next) => ITEM.test(next));
      const [, start] = ITEM.exec(line) ?? [];
      blocks.push({
        kind: 'list',
        start: start === undefined ? undefined : Number(start),
        items: items.map((item) => ITEM.exec(item)?.[2] ?? ''),
      });
      at += items.length - 1;
    } else if (line.trim() !== '' && !UNSEEN.test(line)) {
      blocks.push({ kind: 'paragraph', text: line });
    }
  }
  return blocks;
}
