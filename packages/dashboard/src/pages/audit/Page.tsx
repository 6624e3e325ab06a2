import { Button, Select } from '@mantine/core';
import type { AuditActor, AuditEntry } from '@mkt/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';
import { auditQuery } from '../../data/audit.ts';
import { shownError } from '../../data/errors.ts';
import { useWebhookUrls } from '../../data/webhooks.ts';
import { DataTable, PhoneEntry, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { ACTIONS, KINDS, pageOf, readKind, webhookName } from './words.ts';

/** A key, by its name and the end of it. */
function Named({ name, lastFour }: { name: string; lastFour: string | null }) {
  return (
    <>
      <VisibleText>{name}</VisibleText>
      {lastFour !== null && <code className={classes.lastFour}>…{lastFour}</code>}
    </>
  );
}

function Who({ kind, name, lastFour }: AuditActor) {
  if (kind === 'operator') return 'The operator';
  if (kind === 'session') return 'In a browser';
  if (name === null) return 'A key';
  return (
    <>
      Key <Named name={name} lastFour={lastFour} />
    </>
  );
}

function What({ action, reason }: AuditEntry) {
  return (
    <>
      {ACTIONS[action]}
      {reason !== null && (
        <span className={classes.reason}>
          <VisibleText>{reason}</VisibleText>
        </span>
      )}
    </>
  );
}

function WebhookName(subject: AuditEntry['subject']) {
  const urls = useWebhookUrls();
  return <VisibleText>{webhookName(subject, urls)}</VisibleText>;
}

function Subject(entry: AuditEntry) {
  const { name, lastFour } = entry.subject;
  if (name === null) return null;
  const page = pageOf(entry);
  const shown = entry.action.startsWith('webhook.') ? (
    <WebhookName {...entry.subject} />
  ) : (
    <Named name={name} lastFour={lastFour} />
  );
  return page === undefined ? shown : <Link href={page}>{shown}</Link>;
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { head: 'When (UTC)', width: '8.5rem', cell: ({ at }) => <RelativeTime at={at} inUtcColumn /> },
  { head: 'Event', cell: What },
  { head: 'Item', cell: Subject },
  { head: 'Who', cell: ({ actor }) => <Who {...actor} /> },
];

const rowKey = ({ id }: AuditEntry) => id;

const INTRO =
  'Who signed in, and who changed keys, listings and webhooks, newest first. Entries are kept for 400 days.';

/** Who did what to the account. */
export default function Audit() {
  const [params, setParams] = useSearchParams();
  const kind = readKind(params);
  const { data, error, isError, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery(kind));
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <Page title="Audit log" intro={INTRO}>
      <Select
        aria-label="Show"
        size="xs"
        mb="sm"
        maw="16rem"
        data={KINDS}
        value={kind ?? null}
        placeholder="Everything"
        clearable
        onChange={(next) => setParams(next === null ? {} : { kind: next }, { replace: true })}
      />
      {(data || !isError) && (
        <DataTable
          label="Audit log, newest first"
          columns={COLUMNS}
          rows={data}
          rowKey={rowKey}
          renderEntry={(entry) => (
            <PhoneEntry
              title={<span>{What(entry)}</span>}
              end={<RelativeTime at={entry.at} />}
              state={<span>{Who(entry.actor)}</span>}
              stateEnd={null}
              note={Subject(entry)}
            />
          )}
          onEnd={loadMore}
          empty={
            kind ? (
              <EmptyState
                title="Nothing of this kind"
                action={
                  <Button variant="default" onClick={() => setParams({}, { replace: true })}>
                    Show everything
                  </Button>
                }
              >
                In the last 400 days, nothing of the kind was done to your account.
              </EmptyState>
            ) : (
              <EmptyState
                title="Nothing yet"
                action={
                  <Button variant="default" component={Link} href="/account">
                    Open your account
                  </Button>
                }
              >
                Signing in, and each change to keys, listings and webhooks, will appear here.
              </EmptyState>
            )
          }
        />
      )}
      {isError && (
        <ErrorNotice
          what="The audit log could not be loaded"
          error={shownError(error)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        >
          It is still being written; only this list is missing.
        </ErrorNotice>
      )}
    </Page>
  );
}
