import { CopyButton } from '../../ui/CopyButton.tsx';
import { RevealOnce } from '../../ui/RevealOnce.tsx';
import classes from './page.module.css';
import { SNIPPET } from './words.ts';

interface SecretProps {
  /** `whsec_…` */
  secret: string;
  title: string;
  /** What the secret means for requests from now on. */
  children: string;
  /** Called when it is dismissed; it cannot be shown again. */
  onStored: () => void;
}

/** The secret of a webhook, shown once, with the code that verifies requests. */
export const Secret = ({ secret, title, children, onStored }: SecretProps) => (
  <RevealOnce
    title={title}
    what="secret"
    value={secret}
    advice={children}
    aside={<CopyButton value={SNIPPET}>Copy code</CopyButton>}
    onStored={onStored}
  >
    <p>
      Your server reads it from <code>WEBHOOK_SECRET</code> and verifies each request before it acts
      on it:
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
  </RevealOnce>
);
