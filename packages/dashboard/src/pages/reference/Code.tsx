import { Fragment, useMemo } from 'react';
import classes from './page.module.css';

const TOKENS =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'[^']*')|(?<comment>(?<!:)\/\/.*|(?<=^|\s)# .*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:await|const|for|from|import|in|of|with|as|new|true|false|null|True|False|None|print|curl)\b)/gm;

interface CodeProps {
  label: string;
  /** Without colours: what a program printed. */
  isPlain?: boolean;
  children: string;
}

/** Code with its strings, numbers and words in colour; plain enough for every language of the page. */
export function Code({ label, isPlain = false, children }: CodeProps) {
  const parts = useMemo(() => {
    const found: { at: number; text: string; kind: string | undefined }[] = [];
    let end = 0;
    for (const { 0: text, index, groups = {} } of isPlain ? [] : children.matchAll(TOKENS)) {
      found.push({ at: end, text: children.slice(end, index), kind: undefined });
      end = index + text.length;
      const [kind] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
      const isName = kind === 'string' && /^\s*:/.test(children.slice(end, end + 2));
      found.push({ at: index, text, kind: isName ? 'name' : kind });
    }
    return [...found, { at: end, text: children.slice(end), kind: undefined }];
  }, [isPlain, children]);
  return (
    <pre className={classes.code} tabIndex={0} role="region" aria-label={label}>
      <code>
        {parts.map(({ at, text, kind }) =>
          kind === undefined ? (
            <Fragment key={at}>{text}</Fragment>
          ) : (
            <span key={`${kind} ${at}`} className={classes[kind]}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
  );
}
