import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import classes from './page.module.css';
import { SNIPPET } from './words.ts';

interface SecretProps {
  /** `whsec_…` */
  secret: string;
  title: string;
  /** What the secret means for requests from now on. */
  children: ReactNode;
  /** Called when it is dismissed; it cannot be shown again. */
  onStored: () => void;
}

/** The secret of a webhook, shown once, with the code that verifies requests. */
export function Secret({ secret, title, children, onStored }: SecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.secret}>
      <div className={classes.secretHead}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={classes.once}>
          <Icon name="warn" /> Shown only now
        </span>
      </div>
      <div className={classes.secretBody}>
        <p>{children}</p>
        <div className={classes.value}>
          <code>{secret}</code>
          <CopyButton value={secret} variant="filled">
            Copy secret
          </CopyButton>
        </div>
        <p>
          Your server reads it from <code>WEBHOOK_SECRET</code> and verifies each request before it
          acts on it:
        </p>
        {/* Scrolled by keyboard. */}
        <pre className={classes.code} tabIndex={0} role="region" aria-label="Code that verifies">
          <code>{SNIPPET}</code>
        </pre>
        <p>
          Requests are signed as{' '}
          <a href="https://www.standardwebhooks.com" rel="noreferrer">
            Standard Webhooks
          </a>{' '}
          prescribes, which has libraries for other languages.
        </p>
      </div>
      <div className={classes.secretFoot}>
        <CopyButton value={SNIPPET}>Copy code</CopyButton>
        <Button size="xs" variant="default" onClick={onStored}>
          I have stored the secret
        </Button>
      </div>
    </section>
  );
}
