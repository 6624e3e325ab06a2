import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import classes from './page.module.css';

interface RevealOnceProps {
  /** As in `Key “release-bot” created`. */
  title: string;
  /** What is shown only now. */
  value: string;
  /** What it is, as in "key". */
  what: string;
  /** How to use it. */
  children?: ReactNode;
  /** What it may do, in short. */
  summary?: ReactNode;
  /** Called when the secret is dismissed; it cannot be shown again. */
  onStored: () => void;
}

/** A secret that is shown only once, with the primary button to copy it. */
export function RevealOnce({ title, value, what, children, summary, onStored }: RevealOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.card}>
      <div className={classes.revealOnceHead}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={classes.once}>
          <Icon name="warn" /> Shown only now
        </span>
      </div>
      <div className={classes.body}>
        <p>
          Copy the {what} and store it where your secrets live. We keep only a hash, so it cannot be
          shown again. If you lose it, create another.
        </p>
        <div className={classes.secret}>
          <code>{value}</code>
          <CopyButton value={value} variant="filled">{`Copy ${what}`}</CopyButton>
        </div>
        {children}
      </div>
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={onStored}>
          I have stored it
        </Button>
        {summary && <span>{summary}</span>}
      </div>
    </section>
  );
}
