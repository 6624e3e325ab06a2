import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Code } from '../Code.tsx';
import reference from '../page.module.css';
import { type Block, blocksOf, type Inline, inlineOf } from './markdown.ts';
import classes from './page.module.css';

/** The path of the guide that is shown: its links are relative to it. */
const GuidePath = createContext('/docs/');

const GUIDE = /^(\/docs\/[a-z-]+\/[a-z-]+)\.md$/;

/** A guide has a page; other files of the marketplace are opened as they are. */
function GuideLink({ to, children }: { to: string; children: ReactNode }) {
  const guide = useContext(GuidePath);
  const { origin, pathname, hash, href } = new URL(to, `${location.origin}${guide}.md`);
  const [, path] = (origin === location.origin && GUIDE.exec(pathname)) || [];
  // The browser follows a fragment of this page by itself.
  if (path !== undefined && path !== guide) return <Link href={path + hash}>{children}</Link>;
  return (
    <a href={path === guide ? hash : href} rel="noreferrer">
      {children}
    </a>
  );
}

function Part({ part }: { part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return <strong>{toNodes(part.parts)}</strong>;
    case 'em':
      return <em>{toNodes(part.parts)}</em>;
    case 'link':
      return <GuideLink to={part.to}>{toNodes(part.parts)}</GuideLink>;
  }
}

// Texts of a guide never change: their places are keys.
const toNodes = (parts: readonly Inline[]): ReactNode =>
  parts.map((part, at) => <Part key={`${part.kind} ${String(at)}`} part={part} />);

const Words = ({ children }: { children: string }) => toNodes(inlineOf(children));

const HEADINGS = ['h2', 'h2', 'h2', 'h3', 'h4'] as const;

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = HEADINGS[block.level] ?? 'h4';
      return (
        <Heading id={block.id} tabIndex={-1}>
          <Words>{block.text}</Words>
        </Heading>
      );
    }
    case 'code':
      return (
        <div className={reference.example}>
          <div className={reference.exampleHead}>
            <span className={reference.note}>{block.language}</span>
            <CopyButton value={block.text} variant="subtle" />
          </div>
          <Code label={`Example ${block.language}`}>{block.text}</Code>
        </div>
      );
    case 'list': {
      const List = block.start === undefined ? 'ul' : 'ol';
      return (
        <List {...(block.start === undefined ? {} : { start: block.start })}>
          {block.items.map((item) => (
            <li key={item}>
              <Words>{item}</Words>
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        // Wide ones scroll by themselves, which the keyboard can do only with the focus.
        <div className={classes.table} tabIndex={0} role="region" aria-label="Table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell) =>
                  cell === '' ? (
                    <td key="" />
                  ) : (
                    <th key={cell} scope="col">
                      <Words>{cell}</Words>
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.join('|')}>
                  {row.map((cell, at) => (
                    <td key={block.head[at] ?? at}>
                      <Words>{cell}</Words>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'paragraph':
      return (
        <p>
          <Words>{block.text}</Words>
        </p>
      );
  }
}

interface MarkdownProps {
  /** The path of the guide. */
  path: string;
  children: string;
}

/** A guide without its title. Every text of it is text: no HTML is read. */
export function Markdown({ path, children }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(children), [children]);
  return (
    <GuidePath value={path}>
      {blocks.map((block, at) =>
        block.kind === 'heading' && block.level === 1 ? null : (
          <Fragment key={`${block.kind} ${String(at)}`}>
            <BlockView block={block} />
          </Fragment>
        ),
      )}
    </GuidePath>
  );
}
