import { Button } from '@mantine/core';
import type { ListedSession } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../../data/sessions.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { browserName } from './words.ts';
import classes from './page.module.css';

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
          {ipAddress && <code>{ipAddress}</code>} Signed in <RelativeTime at={createdAt} />, ends{' '}
          <RelativeTime at={expiresAt} /> unless it is used
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
          aria-label={`End the session of ${name}`}
          onClick={() => end.mutate(id)}
        >
          End
        </Button>
      )}
    </li>
  );
}

/** The browsers in which the person is signed in. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Card
      title="Sessions"
      aside={
        hasOthers && (
          <Button
            size="xs"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            End all others
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
        {sessions.data?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}
