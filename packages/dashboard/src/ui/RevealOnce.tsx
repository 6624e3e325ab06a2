import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';
import classes from './RevealOnce.module.css';

interface RevealOnceProps {
  /** As in `Key “release-bot” created`; it gets the focus. */
  title: string;
  /** What is shown only now. */
  value: string;
  /** What it is, as in "key". */
  what: string;
  /** What to do with it. */
  advice: ReactNode;
  /** How to use it. */
  children?: ReactNode;
  /** Beside the button that dismisses it. */
  aside?: ReactNode;
  /** Called when it is dismissed; it cannot be shown again. */
  onStored: () => void;
}

/** A secret that is shown only once, with the primary button to copy it. */
export function RevealOnce(props: RevealOnceProps) {
  const { title, value, what, advice, children, aside, onStored } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // After the heading of the page, which has the focus when the page is opened.
  useEffect(() => void setTimeout(() => heading.current?.focus()), []);
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={classes.once}>
          <Icon name="warn" /> Shown only now
        </span>
      </div>
      <div className={classes.body}>
        <p>{advice}</p>
        <div className={classes.value}>
          <code>{value}</code>
          <CopyButton value={value} variant="filled">{`Copy ${what}`}</CopyButton>
        </div>
        {children}
      </div>
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={onStored}>
          I have stored it
        </Button>
        {aside}
      </div>
    </section>
  );
}
