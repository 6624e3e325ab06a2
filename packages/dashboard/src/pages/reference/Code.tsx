import { Fragment, memo, type ReactNode } from 'react';
import classes from './page.module.css';

const TOKENS =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'[^']*')|(?<comment>(?<!:)\/\/.*|(?<=^|\s)# .*)|(?<option>(?<=\s)--?[a-z][\w-]*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:await|const|for|from|import|in|of|with|as|new|true|false|null|True|False|None|print|curl)\b)/gm;

interface CodeProps {
  label: string;
  /** Without colours: what a program printed. */
  isPlain?: boolean;
  children: string;
}

/** A line with a comment beside its command; a guide shows it above, where it has the whole width. */
const COMMENTED = /^(?<command>.*\S)(?<comment> {2,}# .*\n?)/gm;

/** A text with what the pattern finds drawn in its own way. */
function replaced(
  text: string,
  pattern: RegExp,
  draw: (match: RegExpExecArray) => ReactNode,
  between: (text: string) => ReactNode = String,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(
      <Fragment key={match.index}>
        {between(text.slice(end, match.index))}
        {draw(match)}
      </Fragment>,
    );
    end = match.index + match[0].length;
  }
  return [...parts, <Fragment key="end">{between(text.slice(end))}</Fragment>];
}

const coloured = (code: string) =>
  replaced(code, TOKENS, ({ 0: text, index, groups = {} }) => {
    const [kind = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    const isName = kind === 'string' && /^\s*:/.test(code.slice(index + text.length));
    return <span className={classes[isName ? 'name' : kind]}>{text}</span>;
  });

const commented = (code: string) =>
  replaced(
    code,
    COMMENTED,
    ({ groups }) => (
      <span className={classes.commented}>
        <span>{coloured(groups?.['command'] ?? '')}</span>
        <span className={classes.comment}>{groups?.['comment']}</span>
      </span>
    ),
    coloured,
  );

/** Code with its strings, numbers and words in colour; plain enough for every language of the page. */
export const Code = memo(function Code({ label, isPlain = false, children }: CodeProps) {
  return (
    <pre className={classes.code} tabIndex={0} role="region" aria-label={label}>
      <code>{isPlain ? children : commented(children)}</code>
    </pre>
  );
});
