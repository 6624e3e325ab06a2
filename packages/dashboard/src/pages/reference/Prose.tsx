import type { ReactNode } from 'react';

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** `code` and links within a paragraph. Of links to other sites only the words are shown. */
function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: words, 3: to = '', index } of text.matchAll(INLINE)) {
    parts.push(text.slice(end, index));
    if (code !== undefined) parts.push(<code key={index}>{code}</code>);
    else if (to.startsWith('/')) {
      parts.push(
        <a key={index} href={to}>
          {words}
        </a>,
      );
    } else parts.push(words);
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}

/** A text of the OpenAPI document, which is Markdown of paragraphs, code and links. */
export const Prose = ({ children }: { children: string }) =>
  children.split('\n\n').map((paragraph) => <p key={paragraph}>{inline(paragraph)}</p>);

/** One paragraph of it, in a line of something else. */
export const Words = ({ children }: { children: string }) => inline(children);
