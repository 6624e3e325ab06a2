import { Link } from 'wouter';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

export interface Decision {
  isAllowed: boolean;
  /** Who asked. */
  program: string;
}

/** In place of the form, once the person has decided. */
export function DecisionResult({ decision: { isAllowed, program } }: { decision: Decision }) {
  if (!isAllowed) {
    return (
      <Notice tone="mute" title="Denied">
        <p>
          <VisibleText>{program}</VisibleText> gets no key. You can close this page.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="ok" title="Allowed">
      <p>
        Go back to your terminal: <VisibleText>{program}</VisibleText> gets its key within a few
        seconds. You can revoke it under <Link href="/keys">API keys</Link>.
      </p>
    </Notice>
  );
}
