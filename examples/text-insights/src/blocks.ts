import MarkdownIt, { type Token } from 'markdown-it';

/** Recognises raw HTML, so that it can be left out. */
const markdown = new MarkdownIt({ html: true });

/**
 * The prose of a Markdown text, block by block: paragraphs, headings, list items, rows of tables.
 * Code blocks, HTML, images and the addresses of links are not prose.
 */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = [];
  let row: string[] | undefined;
  for (const token of markdown.parse(text, {})) {
    if (token.type === 'tr_open') row = [];
    if (token.type === 'inline') (row ?? blocks).push(inlineText(token.children ?? []));
    if (token.type === 'tr_close') {
      blocks.push((row ?? []).join(' '));
      row = undefined;
    }
  }
  return blocks.filter((block) => block.trim() !== '');
}

function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => {
      if (type === 'text' || type === 'code_inline') return content;
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
    })
    .join('');
}

const LIST_ITEM = /^\s*(?:[-*+•–—]|\d{1,3}[.)])\s/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The blocks of a plain text. An empty line ends a block, and so does a line break that the author
 * made. A break that only wraps a long line does not: every line of an email would be a sentence.
 */
export function plainBlocks(text: string): string[] {
  return text
    .split(/\r\n?|\n|\u2028|\u2029/)
    .reduce<string[][]>(
      (paragraphs, line) => {
        if (line.trim() === '') paragraphs.push([]);
        else paragraphs.at(-1)?.push(line.trim());
        return paragraphs;
      },
      [[]],
    )
    .flatMap(unwrapped);
}

/** A line was wrapped if the first word of the next line did not fit on it. */
function unwrapped(lines: readonly string[]): string[] {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  const blocks: string[] = [];
  let open: string[] = [];
  let previousLength = 0;
  for (const line of lines) {
    const firstWord = line.match(/^\S+/)?.[0].length ?? 0;
    const wrapped = previousLength + 1 + firstWord > width && !LIST_ITEM.test(line);
    if (!wrapped && open.length > 0) {
      blocks.push(open.join(''));
      open = [];
    }
    if (open.length > 0 && !(endsUnspaced(open.at(-1) ?? '') && UNSPACED.test(line.slice(0, 2)))) {
      open.push(' ');
    }
    open.push(line);
    previousLength = line.length;
  }
  if (open.length > 0) blocks.push(open.join(''));
  return blocks;
}

const endsUnspaced = (line: string) => UNSPACED.test(line.slice(-2));
