import { Button, Stack } from '@mantine/core';
import type { ApiKey } from '@mkt/client';
import type { ListedSession } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { scopesInWords } from '../../data/key-words.ts';
import { apiKeysQuery, useRevokeApiKey } from '../../data/keys.ts';
import { browserName } from '../../data/browser-name.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../../data/sessions.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { currentFirst } from './words.ts';

function Session({ session }: { session: ListedSession }) {
  const end = useEndSession();
  const { id, userAgent, ipAddress, createdAt, expiresAt, current } = session;
  const name = browserName(userAgent);
  return (
    <li>
      <div>
        <div className={classes.name} title={userAgent ?? undefined}>
          <VisibleText>{name}</VisibleText>
          {current && <span> This browser</span>}
        </div>
        <p>
          {ipAddress && (
            <>
              <code>{ipAddress}</code> ·{' '}
            </>
          )}
          Signed in <RelativeTime at={createdAt} />, expires <RelativeTime at={expiresAt} /> if
          unused
        </p>
        {end.isError && (
          <ErrorNotice what="The session was not ended" error={shownError(end.error)} />
        )}
      </div>
      {!current && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          aria-label={`Sign out ${name}`}
          onClick={() => end.mutate(id)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** How many sessions are shown before the others are asked for. */
const SHOWN_SESSIONS = 3;

/** The browsers in which the person is signed in. */
function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const [isOpen, setOpen] = useState(false);
  const all = currentFirst(sessions.data ?? []);
  const shown = isOpen ? all : all.slice(0, SHOWN_SESSIONS);
  const hidden = all.length - shown.length;
  const hasOthers = all.length > 1;
  return (
    <Card
      title="Browsers"
      aside={
        hasOthers && (
          <Button
            size="xs"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        )
      }
      foot={
        hidden > 0 && (
          <Button size="xs" variant="subtle" onClick={() => setOpen(true)}>
            Show {hidden} more
          </Button>
        )
      }
      flush
    >
      {endOthers.isError && (
        <ErrorNotice what="The sessions were not ended" error={shownError(endOthers.error)} />
      )}
      {sessions.isPending && <PageSkeleton />}
      {sessions.isError && (
        <ErrorNotice
          what="Your sessions could not be loaded"
          error={shownError(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className={classes.sessions}>
        {shown.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

/** A machine whose programs act for the account, because its login was allowed. */
function Device({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, scopes, lastFour, createdAt, lastUsedAt, expiresAt } = apiKey;
  const revoke = useRevokeApiKey();
  const [isAsking, setAsking] = useState(false);
  return (
    <li>
      <div>
        <div className={classes.name}>
          <VisibleText>{name}</VisibleText>
          <span>
            {' '}
            key <code>…{lastFour}</code>
          </span>
        </div>
        <p>
          {scopesInWords(scopes)}. Allowed <RelativeTime at={createdAt} />
          {lastUsedAt !== null && (
            <>
              , last used <RelativeTime at={lastUsedAt} />
            </>
          )}
          {expiresAt !== null && (
            <>
              , expires <RelativeTime at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Revoke the key of ${name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Revoke the key of ${name}?`}
        confirm="Revoke key"
        isPending={revoke.isPending}
        error={
          revoke.isError && (
            <ErrorNotice what="The key was not revoked" error={shownError(revoke.error)} />
          )
        }
        onConfirm={() => revoke.mutate(id, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>
          Programs on that machine and the keys that they created stop working at once. To continue,
          log in there again.
        </p>
      </ConfirmDialog>
    </li>
  );
}

/** The machines that have a key of a device login. */
function Devices() {
  const keys = useQuery(apiKeysQuery);
  const nowMs = useNow(60_000);
  const devices = keys.data?.filter(
    ({ origin, expiresAt }) =>
      origin === 'device' && (expiresAt === null || Date.parse(expiresAt) > nowMs),
  );
  return (
    <Card title="Devices" aside={<Link href="/keys">All API keys</Link>} flush>
      {keys.isPending && <PageSkeleton />}
      {keys.isError && (
        <ErrorNotice
          what="Your devices could not be loaded"
          error={shownError(keys.error)}
          onRetry={() => void keys.refetch()}
        />
      )}
      {devices?.length === 0 && (
        <p className={classes.none}>
          No devices yet. Run <code>npx mkt login</code> to connect one.
        </p>
      )}
      <ul className={classes.sessions}>
        {devices?.map((apiKey) => (
          <Device key={apiKey.id} apiKey={apiKey} />
        ))}
      </ul>
    </Card>
  );
}

/** Where the person is signed in, and which machines have a key. */
export const SessionsAndDevices = () => (
  <Stack>
    <Sessions />
    <Devices />
  </Stack>
);
