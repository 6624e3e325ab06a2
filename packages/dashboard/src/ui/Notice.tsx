import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';
import { Icon } from './Icon.tsx';
import { Notice } from './Notice-ui-Notice.tsx';
import { Places } from './Places.tsx';
import { VisibleText } from './VisibleText.tsx';

interface ErrorNoticeProps {
  error: {
    title: string;
    places: readonly { path: string; message: string }[];
    next: string | undefined;
    requestId: string | undefined;
    canRetry: boolean;
  };
  /** What could not be done, as in "Your keys could not be loaded". */
  what?: string;
  /** Shown as a button if trying again can help. */
  onRetry?: () => void;
  /** Another action. */
  children?: ReactNode;
}

/** An error: what happened, where, the request id, and what to do next. */
export function ErrorNotice({ error, what, onRetry, children }: ErrorNoticeProps) {
  const { title, places, next, requestId, canRetry } = error;
  return (
    <Notice tone="bad" title={what ?? <VisibleText>{title}</VisibleText>}>
      {what && (
        <p>
          <VisibleText>{title}</VisibleText>
        </p>
      )}
      <Places of={places} />
      {next && <p>{next}</p>}
      <div className={classes.foot}>
        {onRetry && canRetry && (
          <Button size="xs" variant="default" leftSection={<Icon name="again" />} onClick={onRetry}>
            Try again
          </Button>
        )}
        {children}
        {requestId && (
          <span className={classes.id}>
            Request id <code>{requestId}</code>
          </span>
        )}
      </div>
    </Notice>
  );
}
