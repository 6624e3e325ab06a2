export interface Block {
  /** The word after the fence: `sh`, `ts`, `text`, or nothing. */
  language: string;
  text: string;
  /** The file that the block is taken from: scripts/generate-snippets.mjs. */
  source: string | undefined;
}

const FENCE = /(?:^<!-- ([\w./-]+(?:#\S+)?) -->\n\n)?^( *)(`{3,})([^\n`]*)\n([\s\S]*?)^\2\3 *$/gm;

export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(FENCE)].map(([, source, , , language = '', inside = '']) => ({
    language: language.trim(),
    text: inside,
    source,
  }));

/** A page without its blocks of code, and, in `prose`, without its code spans too. */
export const withoutBlocks = (text: string): string => text.replaceAll(FENCE, '');
export const prose = (text: string): string => withoutBlocks(text).replaceAll(CODE_SPAN, '``');

const CODE_SPAN = /(?<!`)(`{1,2})(?!`)([^\n]*?[^`\n])\1(?!`)/g;

/** The texts of code spans; in tables an escaped bar is a bar. */
export const codeSpansOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(CODE_SPAN)].map(([, , code = '']) =>
    code.trim().replaceAll('\\|', '|'),
  );

const LINK = /\[(?:[^\][]|\[[^\][]*\])*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;

/** Where the links and images of a page lead. */
export const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(LINK)].map(([, target = '']) => target);

/** The anchors that GitHub gives to a page's headings. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...withoutBlocks(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(
    ([, heading = '']) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
        .replaceAll(' ', '-');
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    },
  );
  return new Set(anchors);
}

/** The rows of a page's tables, cell by cell, heads included. */
export const tableRowsOf = (text: string): string[][] =>
  withoutBlocks(text)
    .split('\n')
    .filter((line) => /^\|.*\|$/.test(line.trim()))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
