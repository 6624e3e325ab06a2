import { Button, SegmentedControl } from '@mantine/core';
import type { WebhookAttempt } from '@mkt/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { attemptsQuery } from '../../data/webhooks.ts';
import { type Column, DataTable, PhoneEntry, RowLink } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { endOfId, formatDuration } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { DeliveryDialog, useUpcoming } from './Delivery.tsx';
import classes from './page.module.css';
import { emptyText, messageOf, resultText } from './words.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

const idOf = ({ id }: WebhookAttempt) => id;
const stateOf = ({ error }: WebhookAttempt) => (error === null ? 'succeeded' : 'failed');

const Result = (attempt: WebhookAttempt) => (
  <span className={classes.result}>
    <StateBadge state={stateOf(attempt)} />
    <VisibleText>{resultText(attempt)}</VisibleText>
  </span>
);

function NextAttempt({ at }: { at: string | null }) {
  const upcoming = useUpcoming(at);
  return upcoming && <RelativeTime at={upcoming} />;
}

const NEXT: Column<WebhookAttempt> = {
  head: 'Next attempt',
  width: '8rem',
  cell: ({ nextAttemptAt }) => <NextAttempt at={nextAttemptAt} />,
};

const columnsOf = (
  link: Column<WebhookAttempt>['cell'],
  hasNext: boolean,
): readonly Column<WebhookAttempt>[] => [
  { head: 'When (UTC)', width: '9rem', cell: ({ at }) => <RelativeTime at={at} inUtcColumn /> },
  { head: 'Message', width: 'minmax(0, 1fr)', cell: link },
  { head: 'Result', width: 'minmax(0, 2fr)', cell: Result },
  { head: 'Duration', width: '5rem', align: 'end', cell: (row) => formatDuration(row.durationMs) },
  ...(hasNext ? [NEXT] : []),
];

interface AttemptsProps {
  webhookId: string;
  /** The newest attempt that the server has; null without any. */
  newestId: string | null;
  /** The one that was just sent from this page: it is marked. */
  sentId: string | undefined;
  /** When the webhook was created: older attempts may have been deleted. */
  createdAt: string;
  /** Whether orders are sent to it: its server has answered the challenge. */
  isConfirmed: boolean;
}

/** What was sent to a webhook. `?failed` shows only failures, `?delivery` opens one. */
export function Attempts({ webhookId, newestId, sentId, createdAt, isConfirmed }: AttemptsProps) {
  const [params, setParams] = useSearchParams();
  const nowMs = useNow(HOUR_MS);
  const onlyFailed = params.has('failed');
  const { data, error, isError, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery(attemptsQuery(webhookId, onlyFailed));
  const [seenId, setSeenId] = useState(newestId);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const change = (edit: (next: URLSearchParams) => void, replace = false) => {
    const next = new URLSearchParams(params);
    edit(next);
    setParams(next, { replace });
  };
  const search = onlyFailed ? 'failed=&' : '';
  const link = useCallback(
    (attempt: WebhookAttempt) => (
      <RowLink href={`/webhooks/${webhookId}?${search}delivery=${attempt.deliveryId}`}>
        {messageOf(attempt)}
        {attempt.orderId !== null && ` ${endOfId(attempt.orderId)}`}
      </RowLink>
    ),
    [webhookId, search],
  );
  const secondMs = useNow(SECOND_MS);
  const hasNext = data?.some(({ nextAttemptAt: at }) => at !== null && secondMs < Date.parse(at));
  const columns = useMemo(() => columnsOf(link, hasNext === true), [link, hasNext]);
  const isNewer =
    !onlyFailed && newestId !== null && newestId !== seenId && newestId !== data?.[0]?.id;
  const showNewest = () => {
    setSeenId(newestId);
    void refetch();
  };
  return (
    <section>
      <div className={classes.listHead}>
        <h2>Attempts</h2>
        {isNewer && (
          <Button size="xs" variant="default" onClick={showNewest}>
            Show the newest
          </Button>
        )}
        <SegmentedControl
          aria-label="Which attempts"
          data={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
          ]}
          value={onlyFailed ? 'failed' : 'all'}
          onChange={(value) =>
            change(
              (next) => (value === 'failed' ? next.set('failed', '') : next.delete('failed')),
              true,
            )
          }
        />
      </div>
      {(data || !isError) && (
        <DataTable
          label="Attempts, newest first"
          columns={columns}
          rows={data}
          rowKey={idOf}
          {...(sentId !== undefined && { current: sentId })}
          renderEntry={(attempt) => (
            <PhoneEntry
              title={link(attempt)}
              end={<RelativeTime at={attempt.at} />}
              state={<StateBadge state={stateOf(attempt)} />}
              stateEnd={
                attempt.error === null
                  ? `${resultText(attempt)} · ${formatDuration(attempt.durationMs)}`
                  : formatDuration(attempt.durationMs)
              }
              note={attempt.error !== null && <VisibleText>{resultText(attempt)}</VisibleText>}
            />
          )}
          onEnd={loadMore}
          empty={
            <EmptyState title={emptyText(onlyFailed, createdAt, nowMs)}>
              {onlyFailed
                ? 'Attempts are kept for seven days.'
                : `${isConfirmed ? 'Send a test, or place an order' : 'Send the challenge'}: each request will appear here for seven days.`}
            </EmptyState>
          }
        />
      )}
      {isError && (
        <ErrorNotice
          what="The attempts could not be loaded"
          error={shownError(error)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        />
      )}
      <DeliveryDialog
        id={params.get('delivery') ?? undefined}
        onClose={() => change((next) => next.delete('delivery'))}
      />
    </section>
  );
}
