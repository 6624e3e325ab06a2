import { lexer, type Token, type Tokens } from 'marked';
import type { Language } from '../languages.ts';

/** The words of a text, without what marks them. */
export const plain = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plain(token.tokens);
      return 'text' in token && typeof token.text === 'string' ? token.text : '';
    })
    .join('');

/** A heading, with its name in addresses as GitHub makes it. */
export interface Heading extends Tokens.Heading {
  id: string;
}

/** The same example in several languages, which a reader sees one at a time. */
export interface Examples {
  type: 'examples';
  examples: readonly (readonly [Language, string])[];
}

/** A part of a guide. */
export type Block = Token | Heading | Examples;

export const isHeading = (block: Block): block is Heading => block.type === 'heading';
export const isExamples = (block: Block): block is Examples => block.type === 'examples';
export const isCode = (block: Block): block is Tokens.Code => block.type === 'code';
export const isTable = (block: Block): block is Tokens.Table => block.type === 'table';

const idOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The three languages in which guides say the same; the names are those of Markdown. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: 'curl',
  js: 'typescript',
  ts: 'typescript',
  typescript: 'typescript',
  python: 'python',
};

const languageOf = ({ lang = '' }: Tokens.Code): Language | undefined => LANGUAGES[lang];

/**
 * The blocks at `start` that follow each other and say the same in other languages: TypeScript and Python, and perhaps
 * curl. A command before code of one language is a step of its own.
 */
function examplesAt(tokens: readonly Token[], start: number): [Language, string][] {
  const found = new Map<Language, string>();
  for (const token of tokens.slice(start)) {
    const language = isCode(token) ? languageOf(token) : undefined;
    if (!isCode(token) || language === undefined || found.has(language)) break;
    found.set(language, token.text);
  }
  return found.has('typescript') && found.has('python') ? [...found] : [];
}

/** The parts of a guide. Comments are for its authors. */
export function blocksOf(markdown: string): Block[] {
  const tokens = lexer(markdown).filter(
    ({ type, raw }) => type !== 'space' && !raw.startsWith('<!--'),
  );
  const ids = new Map<string, number>();
  const blocks: Block[] = [];
  let next = 0;
  for (const [at, token] of tokens.entries()) {
    if (at < next) continue;
    next = at + 1;
    const examples = examplesAt(tokens, at);
    if (examples.length > 0) {
      blocks.push({ type: 'examples', examples });
      next = at + examples.length;
    } else if (isHeading(token)) {
      const id = idOf(plain(token.tokens));
      const before = ids.get(id) ?? 0;
      ids.set(id, before + 1);
      blocks.push({ ...token, id: before === 0 ? id : `${id}-${before}` });
    } else {
      blocks.push(token);
    }
  }
  return blocks;
}
