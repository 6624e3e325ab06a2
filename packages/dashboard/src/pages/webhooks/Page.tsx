import { Button, Stack, Text } from '@mantine/core';
import type { Webhook } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { useCreateWebhook, useTestWebhook, webhooksQuery } from '../../data/webhooks.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable, PhoneEntry, RowLink } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonExcerpt } from '../../ui/JsonExcerpt.tsx';
import { excerptOf } from '../../ui/json-lines.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Lasting, RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { visibleString } from '../../ui/visible-text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { OneWebhook } from './OneWebhook.tsx';
import classes from './page.module.css';
import { WebhookForm } from './WebhookForm.tsx';
import {
  disabledWords,
  emptyText,
  EXAMPLE,
  filterOf,
  mostUrgentFirst,
  receives,
  recentText,
  resultText,
  shownUrl,
  stateOf,
} from './words.ts';

const idOf = ({ id }: Webhook) => id;

const link = ({ id, url }: Webhook) => (
  <RowLink href={`/webhooks/${id}`}>
    <span className={classes.url}>
      <VisibleText>{shownUrl(url)}</VisibleText>
    </span>
  </RowLink>
);

/** Below what a cell says first. */
const Below = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed" display="block">
    {children}
  </Text>
);

const State = (webhook: Webhook) => <StateBadge state={stateOf(webhook)} />;

/** Why a webhook is not simply active, or for how long it has failed; nothing for one that works. */
function Why(webhook: Webhook) {
  const { state, failingSince, pendingReason, lastAttempt } = webhook;
  if (state === 'disabled') return disabledWords(webhook).why;
  if (state === 'pending') {
    // What the challenge got is said beside when it was sent.
    return !lastAttempt && pendingReason && <VisibleText>{pendingReason}</VisibleText>;
  }
  if (failingSince === null) return null;
  return (
    <>
      for <Lasting since={failingSince} />
    </>
  );
}

/** Sends the challenge of a webhook that is not confirmed; its page says what the server answered. */
function Confirm({ id, url }: Webhook) {
  const [, navigate] = useLocation();
  const test = useTestWebhook(id);
  return (
    <Button
      // Above the link of the row.
      pos="relative"
      style={{ zIndex: 1 }}
      mt="xs"
      size="xs"
      variant="default"
      aria-label={`Confirm it: ${visibleString(shownUrl(url))}`}
      loading={test.isPending}
      onClick={() => test.mutate(undefined, { onSettled: () => navigate(`/webhooks/${id}`) })}
    >
      Confirm it
    </Button>
  );
}

function Last({ lastAttempt, createdAt }: Webhook) {
  const [openedAtMs] = useState(() => Date.now());
  if (lastAttempt) {
    return (
      <>
        <RelativeTime at={lastAttempt.at} begins /> ·{' '}
        <VisibleText>{resultText(lastAttempt)}</VisibleText>
      </>
    );
  }
  return (
    <Text span inherit c="dimmed">
      {emptyText(false, createdAt, openedAtMs)}
    </Text>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    head: 'Sends to',
    width: 'minmax(0, 2fr)',
    cell: (webhook) => (
      <>
        {link(webhook)}
        {/* Several may have one URL. */}
        <Below>
          {receives(webhook)} · created <RelativeTime at={webhook.createdAt} />
        </Below>
      </>
    ),
  },
  {
    head: 'State',
    width: 'minmax(9rem, 1fr)',
    cell: (webhook) => (
      <>
        <State {...webhook} />
        <Below>
          <Why {...webhook} />
        </Below>
        {webhook.state === 'pending' && <Confirm {...webhook} />}
      </>
    ),
  },
  {
    head: 'Last delivery',
    width: 'minmax(0, 1.25fr)',
    cell: (webhook) => (
      <>
        <Last {...webhook} />
        <Below>{recentText(webhook)}</Below>
      </>
    ),
  },
];

const EXAMPLE_LINES = excerptOf(EXAMPLE, 30);

const INTRO = 'A signed request to your server whenever one of your orders settles.';

interface WebhookListProps {
  onCreated: (id: string, secret: string) => void;
}

/** The account's webhooks. `?new` opens the form. */
function WebhookList({ onCreated }: WebhookListProps) {
  const { data, error, isError, refetch } = useQuery(webhooksQuery);
  const rows = useMemo(() => data && mostUrgentFirst(data), [data]);
  const create = useCreateWebhook();
  const [params, setParams] = useSearchParams();
  const isFormOpen = params.has('new');
  const closeForm = () => {
    create.reset();
    setParams({}, { replace: true });
  };
  const isEmpty = data?.length === 0;
  const urls = useMemo(() => data?.map(({ url }) => url) ?? [], [data]);
  const newButton = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setParams({ new: '' })}>
      New webhook
    </Button>
  );
  return (
    <Page title="Webhooks" intro={INTRO} actions={!isFormOpen && !isEmpty && newButton}>
      <Stack gap="xl">
        {isFormOpen && (
          <Card title="New webhook">
            <WebhookForm
              start={{ url: '', which: 'all' }}
              taken={urls}
              submit="Create webhook"
              failed="The webhook was not created"
              error={create.error}
              isPending={create.isPending}
              onClose={closeForm}
              onSubmit={({ url, which }) =>
                create.mutate(
                  { url, filter: filterOf(which) },
                  { onSuccess: ({ id, secret }) => onCreated(id, secret) },
                )
              }
            />
          </Card>
        )}
        {(data || !isError) && !(isEmpty && isFormOpen) && (
          <DataTable
            label="Your webhooks, those that need attention first"
            columns={COLUMNS}
            rows={rows}
            rowKey={idOf}
            renderEntry={(webhook) => (
              <PhoneEntry
                title={link(webhook)}
                end={State(webhook)}
                state={receives(webhook)}
                stateEnd={webhook.state === 'active' && <Why {...webhook} />}
                note={
                  <>
                    {webhook.state !== 'active' && (
                      <Below>
                        <Why {...webhook} />
                      </Below>
                    )}
                    <Last {...webhook} />
                    <Below>{recentText(webhook)}</Below>
                    {webhook.state === 'pending' && <Confirm {...webhook} />}
                  </>
                }
              />
            )}
            empty={
              <Stack>
                <EmptyState
                  title="No webhooks yet"
                  action={newButton}
                  command="npx mkt webhooks create https://buyer.example.com/webhooks"
                >
                  Your server learns of each settled order without polling: to go on with a result,
                  to raise an alarm, or to keep the books. Failed requests are retried for up to 18
                  hours.
                </EmptyState>
                <Card
                  title="What your server gets"
                  aside="POST, signed as Standard Webhooks prescribes"
                >
                  <JsonExcerpt lines={EXAMPLE_LINES} />
                </Card>
              </Stack>
            }
          />
        )}
        {isError && (
          <ErrorNotice
            what="Your webhooks could not be loaded"
            error={shownError(error)}
            onRetry={() => void refetch()}
          >
            Orders are still delivered; only this list is missing.
          </ErrorNotice>
        )}
      </Stack>
    </Page>
  );
}

/** The account's webhooks, or one of them. */
export default function Webhooks() {
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  if (id === undefined) {
    return (
      <WebhookList
        onCreated={(newId, secret) => {
          setCreated({ id: newId, secret });
          navigate(`/webhooks/${newId}`, { replace: true });
        }}
      />
    );
  }
  return (
    <OneWebhook
      key={id}
      id={id}
      newSecret={created?.id === id ? created.secret : undefined}
      onStored={() => setCreated(undefined)}
    />
  );
}
