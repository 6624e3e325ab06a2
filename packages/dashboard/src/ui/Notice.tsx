import { Button } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import classes from './Notice.module.css';
import { VisibleText } from './VisibleText.tsx';

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

const ICONS: Record<Tone, IconName> = {
  ok: 'check',
  warn: 'warn',
  bad: 'cross',
  info: 'info',
  mute: 'info',
};

interface NoticeProps {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
}

/** Something that people have to know. Screen readers announce errors immediately. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} className={classes.icon} />
      <div className={classes.text}>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}

interface PlacesProps {
  /** `path`: a JSON Pointer, empty for the whole value. */
  of: readonly { path: string; message: string }[];
}

/** What is wrong or different in a JSON value, each with its place. */
export const Places = ({ of }: PlacesProps) =>
  of.length > 0 && (
    <ul className={classes.places}>
      {of.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path && (
            <code>
              <VisibleText>{path}</VisibleText>
            </code>
          )}{' '}
          <VisibleText>{message}</VisibleText>
        </li>
      ))}
    </ul>
  );

interface ErrorNoticeProps {
  error: {
    title: string;
    places: readonly { path: string; message: string }[];
    next: string | undefined;
    requestId: string | undefined;
    canRetry: boolean;
    /** Whether a person has to sign in again first. */
    isSignedOut?: boolean;
    /** Whether there was no response. */
    isUnreachable?: boolean;
  };
  /** What could not be done, as in "Your keys could not be loaded". */
  what?: string;
  /** Shown as a button if trying again can help. */
  onRetry?: () => void;
  /** Another action. */
  children?: ReactNode;
}

/** Whether the page asks to sign in again: errors that only say so too are not shown meanwhile. */
export const AsksToSignIn = createContext(false);

/** Whether the marketplace cannot be reached. */
export const ConnectionLost = createContext(false);

/** In place of what is loading, while the marketplace cannot be reached. */
export const NOT_LOADED = 'Not loaded yet: no connection.';

/** An error: what happened, where, the request id, and what to do next. */
export function ErrorNotice({ error, what, onRetry, children }: ErrorNoticeProps) {
  const { title, places, next, requestId, canRetry, isSignedOut, isUnreachable } = error;
  const isLost = use(ConnectionLost);
  const [wasLost, setWasLost] = useState(isLost);
  if (isLost && !wasLost) setWasLost(true);
  // The connection is back: what was not sent for want of it can be sent again. What can be retried here
  // is a part of the page, which would be missing without a word if it failed once more.
  if (isUnreachable && wasLost && !isLost && !onRetry) return null;
  if (use(AsksToSignIn) && isSignedOut) return null;
  // Another notice says for the whole page that there is no connection, and tries again.
  if (isUnreachable && isLost)
    return <p role="alert">{what ? `${what}: no connection.` : title}</p>;
  return (
    <Notice tone="bad" title={what ?? <VisibleText>{title}</VisibleText>}>
      {what && (
        <p>
          <VisibleText>{title}</VisibleText> {places.length === 0 && next}
        </p>
      )}
      <Places of={places} />
      {next && (!what || places.length > 0) && <p>{next}</p>}
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
