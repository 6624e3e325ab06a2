import { Button, Stack } from '@mantine/core';
import type { Webhook } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { useCreateWebhook, webhooksQuery } from '../../data/webhooks.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable, PhoneEntry, RowLink } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Lasting, RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { dateOf } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { OneWebhook } from './OneWebhook.tsx';
import classes from './page.module.css';
import { WebhookForm } from './WebhookForm.tsx';
import {
  filterOf,
  mostUrgentFirst,
  receives,
  resultText,
  shownUrl,
  stateOf,
  successText,
} from './words.ts';

const idOf = ({ id }: Webhook) => id;

const link = ({ id, url }: Webhook) => (
  <RowLink href={`/webhooks/${id}`}>
    <span className={classes.url}>
      <VisibleText>{shownUrl(url)}</VisibleText>
    </span>
  </RowLink>
);

/** What it receives, and when it was created: several may have one URL. */
const About = (webhook: Webhook) => (
  <>
    {receives(webhook)} · created <RelativeTime at={webhook.createdAt} />
  </>
);

const State = (webhook: Webhook) => <StateBadge state={stateOf(webhook)} />;

/** The state, and for how long a failing one has failed; one that is disabled gets nothing that could fail. */
const StateSince = (webhook: Webhook) => (
  <>
    <State {...webhook} />
    {webhook.state !== 'disabled' && webhook.failingSince && (
      <span className={classes.receives}>
        for <Lasting since={webhook.failingSince} />
      </span>
    )}
  </>
);

const Recent = (webhook: Webhook) => (
  <span className={webhook.failingSince === null ? undefined : classes.bad}>
    {successText(webhook)}
  </span>
);

function Last({ lastAttempt, state, failingSince }: Webhook) {
  if (!lastAttempt) {
    return (
      <span className={classes.quiet}>
        {state === 'disabled' && failingSince !== null
          ? `None has succeeded since ${dateOf(failingSince)}`
          : 'None in 7 days'}
      </span>
    );
  }
  return (
    <>
      <RelativeTime at={lastAttempt.at} /> · <VisibleText>{resultText(lastAttempt)}</VisibleText>
    </>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    head: 'URL',
    width: 'minmax(0, 2fr)',
    cell: (webhook) => (
      <>
        {link(webhook)}
        <span className={classes.receives}>
          <About {...webhook} />
        </span>
      </>
    ),
  },
  { head: 'State', width: '9rem', cell: StateSince },
  { head: 'Last attempt', width: 'minmax(0, 1.5fr)', cell: Last },
  { head: 'Last 20 attempts', width: '10rem', cell: Recent },
];

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
                state={
                  <span>
                    <About {...webhook} />
                  </span>
                }
                stateEnd={Recent(webhook)}
                note={Last(webhook)}
              />
            )}
            empty={
              <EmptyState
                title="No webhooks yet"
                action={newButton}
                command="npx mkt webhooks create https://buyer.example.com/webhooks"
              >
                Your server learns of each settled order without polling. Failed requests are
                retried for up to 18 hours.
              </EmptyState>
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
