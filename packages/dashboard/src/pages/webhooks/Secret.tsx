import { CopyButton } from '../../ui/CopyButton.tsx';
import { RevealOnce } from '../../ui/RevealOnce.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './page.module.css';
import { SNIPPET } from './words.ts';

/** How a server responds to the challenge, and verifies each request; folded on a phone. */
export function ReceiverCode() {
  const code = (
    // Scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes.code} tabIndex={0} role="region" aria-label="Code that verifies">
      <code>{SNIPPET}</code>
    </pre>
  );
  if (!useIsPhone()) return code;
  return (
    <details>
      <summary>
        <Icon name="right" /> Show the code
      </summary>
      {code}
    </details>
  );
}

export const CopyReceiverCode = () => <CopyButton value={SNIPPET}>Copy code</CopyButton>;

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
    aside={<CopyReceiverCode />}
    onStored={onStored}
  >
    <p>
      Your server reads it from <code>WEBHOOK_SECRET</code> and verifies each request before it acts
      on it:
    </p>
    <ReceiverCode />
    <p>
      Requests are signed as{' '}
      <a href="https://www.standardwebhooks.com" rel="noreferrer">
        Standard Webhooks
      </a>{' '}
      prescribes, which has libraries for other languages.
    </p>
  </RevealOnce>
);
