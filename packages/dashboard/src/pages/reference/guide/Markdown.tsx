import type { MarkedToken, Token, Tokens } from 'marked';
import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
} from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Code } from '../Code.tsx';
import { Examples } from '../Examples.tsx';
import reference from '../page.module.css';
import {
  type Block,
  blocksOf,
  type Heading as HeadingToken,
  isCode,
  isExamples,
  isHeading,
  isTable,
} from './markdown.ts';
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

/** Texts of a guide never change: their places are keys. */
const nodesOf = (tokens: readonly Token[] = []): ReactNode =>
  tokens.map((token, at) => (
    <Fragment key={`${token.type} ${String(at)}`}>
      <Part token={token as MarkedToken} />
    </Fragment>
  ));

type Drawn = { [Type in MarkedToken['type']]?: (token: MarkedToken & { type: Type }) => ReactNode };

/** The pieces of a text. */
const PARTS: Drawn = {
  codespan: ({ text }) => <code>{text}</code>,
  strong: ({ tokens }) => <strong>{nodesOf(tokens)}</strong>,
  em: ({ tokens }) => <em>{nodesOf(tokens)}</em>,
  link: ({ href, tokens }) => <GuideLink to={href}>{nodesOf(tokens)}</GuideLink>,
  text: (token) => ('tokens' in token && token.tokens ? nodesOf(token.tokens) : token.text),
  // Pictures are not served beside the guides.
  image: () => '',
};

/** What is neither a piece of a text nor a block, HTML among it, is shown as it is written. */
function Part({ token }: { token: MarkedToken }): ReactNode {
  const draw: ((token: never) => ReactNode) | undefined = PARTS[token.type] ?? BLOCKS[token.type];
  return draw ? draw(token as never) : token.raw;
}

const HEADINGS = ['h2', 'h2', 'h2', 'h3', 'h4'] as const;
/** What is printed is no code. */
const PRINTED = new Set(['', 'text', 'console']);
/** The head of a table of at least four columns. */
const TABLE_HEAD = /^(?:.*\S {2,}\b){3}/;

const Cell = ({ header, text, tokens }: Tokens.TableCell) =>
  // An empty head has nothing to name.
  header && text !== '' ? <th scope="col">{nodesOf(tokens)}</th> : <td>{nodesOf(tokens)}</td>;

const Row = ({ cells }: { cells: readonly Tokens.TableCell[] }) => (
  <tr>
    {cells.map((cell, at) => (
      <Cell key={`${cell.text} ${String(at)}`} {...cell} />
    ))}
  </tr>
);

const Heading = ({ depth, id, tokens }: HeadingToken) => {
  const Tag = HEADINGS[depth] ?? 'h4';
  return (
    <Tag id={id} tabIndex={-1}>
      {nodesOf(tokens)}
    </Tag>
  );
};

/** What a reader copies, or what a program printed, which nobody copies. */
function CodeBlock({ token: { text, lang = '' }, label }: { token: Tokens.Code; label: string }) {
  const isPrinted = PRINTED.has(lang);
  const wraps = isPrinted ? !TABLE_HEAD.test(text) && 'output' : lang === 'sh' && 'command';
  return (
    <div className={`${reference.example} ${classes.code}`} data-wraps={wraps || undefined}>
      {!isPrinted && <CopyButton value={text} variant="subtle" />}
      <Code label={label} isPlain={isPrinted}>
        {text}
      </Code>
    </div>
  );
}

const Table = ({ token: { header, rows }, label }: { token: Tokens.Table; label: string }) => (
  // Wide ones scroll by themselves, which the keyboard can do only with the focus.
  <div className={classes.table} tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <Row cells={header} />
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.map(({ text }) => text).join('|')} cells={row} />
        ))}
      </tbody>
    </table>
  </div>
);

/** Blocks that have no name of their own. */
const BLOCKS: Drawn = {
  paragraph: ({ tokens }) => <p>{nodesOf(tokens)}</p>,
  blockquote: ({ tokens }) => <blockquote>{nodesOf(tokens)}</blockquote>,
  list: ({ ordered, start, items }) => {
    const List = ordered ? 'ol' : 'ul';
    return (
      <List {...(ordered && { start: Number(start) })}>
        {items.map((item) => (
          <li key={item.raw}>{nodesOf(item.tokens)}</li>
        ))}
      </List>
    );
  },
};

/** `number` tells the parts of one kind apart for those who hear their names. */
function BlockView({ block, number }: { block: Block; number: number }): ReactNode {
  if (isExamples(block)) return <Examples label={`Example ${number}`} examples={block.examples} />;
  if (isHeading(block)) return <Heading {...block} />;
  if (isCode(block)) return <CodeBlock token={block} label={`Code ${number}`} />;
  if (isTable(block)) return <Table token={block} label={`Table ${number}`} />;
  return <Part token={block as MarkedToken} />;
}

interface MarkdownProps {
  /** The path of the guide. */
  path: string;
  text: string;
  /** Called once its headings are in the page. */
  onShown: () => void;
}

/** A guide without its title. */
export default function Markdown({ path, text, onShown }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    shown();
    // After the title has got the focus, where the text was known before the page was opened.
    const frame = requestAnimationFrame(() =>
      document.getElementById(location.hash.slice(1))?.scrollIntoView(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <GuidePath value={path}>
      {blocks.map((block, at) =>
        isHeading(block) && block.depth === 1 ? null : (
          <Fragment key={`${block.type} ${String(at)}`}>
            <BlockView
              block={block}
              number={blocks.slice(0, at + 1).filter(({ type }) => type === block.type).length}
            />
          </Fragment>
        ),
      )}
    </GuidePath>
  );
}
