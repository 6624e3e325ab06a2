import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { ApiError, type Webhook, type WebhookAttempt } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { asSentence, shownError } from '../../data/errors.ts';
import { useRecent } from '../../data/use-recent.ts';
import {
  useDeleteWebhook,
  useRotateWebhookSecret,
  useTestWebhook,
  useUpdateWebhook,
  webhookQuery,
} from '../../data/webhooks.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { ConfirmDialog, Dialog, DialogFoot } from '../../ui/Dialog.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { Lasting, RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDuration } from '../../ui/text.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { BreakableUrl, VisibleText } from '../../ui/VisibleText.tsx';
import { Attempts } from './Attempts.tsx';
import { CopyReceiverCode, ReceiverCode, Secret } from './Secret.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import {
  disabledWords,
  filterOf,
  nextAttemptText,
  receives,
  recentText,
  resultText,
  shownUrl,
  stateOf,
  waitingText,
  whichOf,
} from './words.ts';

const SECOND_MS = 1_000;

const GRACES = [
  { value: '24h', label: 'For 24 hours' },
  { value: '1h', label: 'For 1 hour' },
  { value: '168h', label: 'For 7 days' },
  { value: '0s', label: 'No longer: it has leaked' },
] as const;

type Grace = (typeof GRACES)[number]['value'];

interface RotateFormProps {
  id: string;
  onRotated: (secret: string, previousExpiresAt: string | null) => void;
  onClose: () => void;
}

function RotateForm({ id, onRotated, onClose }: RotateFormProps) {
  const rotate = useRotateWebhookSecret(id);
  const [grace, setGrace] = useState<Grace>('24h');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    rotate.mutate(grace, {
      onSuccess: ({ secret, previousExpiresAt }) => onRotated(secret, previousExpiresAt),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <p>
          You get a new secret. Meanwhile requests carry a signature of each of the two, so your
          server can switch at any time without missing one.
        </p>
        <Select
          label="The old secret also signs"
          data={GRACES}
          value={grace}
          onChange={(value) =>
            setGrace(GRACES.find((choice) => choice.value === value)?.value ?? grace)
          }
          allowDeselect={false}
        />
        {rotate.isError && (
          <ErrorNotice what="The secret was not rotated" error={shownError(rotate.error)} />
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rotate.isPending}>
            Rotate secret
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}

function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const update = useUpdateWebhook(webhook.id);
  // As it was when the form was opened, whatever arrives until it is sent.
  const [start] = useState(() => ({ url: webhook.url, which: whichOf(webhook) }));
  return (
    <WebhookForm
      start={start}
      submit="Save"
      isDialog
      failed="The webhook was not changed"
      error={update.error}
      isPending={update.isPending}
      onClose={onClose}
      onSubmit={({ url, which }) => {
        const change = {
          ...(url === start.url ? {} : { url }),
          ...(which === start.which ? {} : { filter: filterOf(which) }),
        };
        if (Object.keys(change).length === 0) onClose();
        else update.mutate(change, { onSuccess: onClose });
      }}
    />
  );
}

const testTitle = ({ error }: WebhookAttempt) =>
  error === null ? 'The receiver accepted the request' : 'The receiver did not accept the request';

const testDetail = (attempt: WebhookAttempt) => (
  <>
    <VisibleText>{resultText(attempt)}</VisibleText> · {formatDuration(attempt.durationMs)} ·{' '}
    <RelativeTime at={attempt.at} />
  </>
);

/** How a test or the challenge went, in its colour within what is said of the state. */
const TestResult = ({ of: attempt, what }: { of: WebhookAttempt; what: string }) => {
  const isAccepted = attempt.error === null;
  return (
    <Text fz="inherit" fw="var(--fw-strong)" c={isAccepted ? 'var(--ok-fg)' : 'var(--bad-fg)'}>
      {isAccepted ? `${testTitle(attempt)}: ` : `The ${what} failed. `}
      {testDetail(attempt)}
    </Text>
  );
};

interface StateProps {
  webhook: Webhook;
  test: WebhookAttempt | undefined;
}

/** What needs attention, with the one thing to do about it. */
function State({ webhook, test }: StateProps) {
  const update = useUpdateWebhook(webhook.id);
  const { state, pendingReason, failingSince, lastAttempt } = webhook;
  const disabled = disabledWords(webhook);
  const isAccepted = test?.error === null;
  const what = state === 'pending' ? 'challenge' : 'test';
  const result = test && <TestResult of={test} what={what} />;
  const nowMs = useNow(SECOND_MS);
  const enable = (label: string) => (
    <div>
      <Button
        size="xs"
        mt="xs"
        variant="default"
        loading={update.isPending}
        onClick={() => update.mutate({ state: 'active' })}
      >
        {label}
      </Button>
    </div>
  );
  return (
    <>
      {update.isError && (
        <ErrorNotice what="The webhook was not changed" error={shownError(update.error)} />
      )}
      {state === 'pending' && (
        <Notice tone="warn" title="Nothing is sent until the URL has answered the challenge">
          {!test && (
            <p>
              A POST of the type <code>webhook.challenge</code> was sent to it
              {lastAttempt && (
                <>
                  {' '}
                  (<RelativeTime at={lastAttempt.at} />)
                </>
              )}
              {pendingReason === null ? '.' : ': '}
              {pendingReason !== null && <VisibleText>{asSentence(pendingReason)}</VisibleText>}
            </p>
          )}
          {result}
          <p>Give your server the secret, let it respond with the challenge, then send it again.</p>
        </Notice>
      )}
      {state === 'disabled' && (
        <Notice tone={isAccepted ? 'warn' : 'bad'} title={disabled.title}>
          {disabled.last && (
            <p>
              <VisibleText>{disabled.last}</VisibleText>
            </p>
          )}
          {result}
          <p>
            {isAccepted
              ? 'Your server works again: enable the webhook.'
              : 'Fix your server, send a test, then enable the webhook.'}{' '}
            Orders that settle until then are not sent later.
          </p>
          {enable('Enable')}
        </Notice>
      )}
      {state === 'paused' && (
        <Notice tone="mute" title="Paused">
          {result}
          <p>
            Orders that settle now are not sent later. What was waiting is sent once it is resumed.
          </p>
          {enable('Resume')}
        </Notice>
      )}
      {state === 'active' && failingSince === null && test && (
        <Notice tone={isAccepted ? 'ok' : 'bad'} title={testTitle(test)}>
          <p>{testDetail(test)}</p>
        </Notice>
      )}
      {state === 'active' && failingSince !== null && (
        <Notice tone="bad" title="Deliveries are failing">
          {result}
          <p>{nextAttemptText(webhook, nowMs)}</p>
          <p>
            They have failed for <Lasting since={failingSince} />. After five days without a
            success, the webhook is disabled.
          </p>
        </Notice>
      )}
    </>
  );
}

interface Shown {
  secret: string;
  /** Undefined for a new webhook. */
  previousExpiresAt?: string | null;
}

interface OneWebhookProps {
  id: string;
  /** The secret of a webhook that was just created. */
  newSecret: string | undefined;
  onStored: () => void;
}

type Open = 'edit' | 'rotate' | 'delete';

const listLink = <Link href="/webhooks">Webhooks</Link>;

function WebhookPage({
  webhook,
  newSecret,
  onStored,
}: { webhook: Webhook } & Omit<OneWebhookProps, 'id'>) {
  const { id, url, state } = webhook;
  const [, navigate] = useLocation();
  const test = useTestWebhook(id);
  const update = useUpdateWebhook(id);
  const remove = useDeleteWebhook();
  const [open, setOpen] = useState<Open>();
  const [rotated, setRotated] = useState<Shown>();
  const shown: Shown | undefined =
    rotated ?? (newSecret === undefined ? undefined : { secret: newSecret });
  const close = () => setOpen(undefined);
  const isPhone = useIsPhone();
  const isBeingSetUp = state === 'pending' && !shown;
  const rotate = (
    <Button variant="default" size="xs" onClick={() => setOpen('rotate')}>
      Rotate secret
    </Button>
  );
  const rarely = (
    <>
      {!isBeingSetUp && rotate}
      <Button variant="default" size="xs" color="red" onClick={() => setOpen('delete')}>
        Delete webhook
      </Button>
    </>
  );
  return (
    <Page
      title={shownUrl(url)}
      heading={<BreakableUrl>{shownUrl(url)}</BreakableUrl>}
      above={listLink}
      intro={<StateBadge state={stateOf(webhook)} />}
      actions={
        <>
          {state === 'active' && (
            <Button
              variant="default"
              loading={update.isPending}
              onClick={() => update.mutate({ state: 'paused' })}
            >
              Pause
            </Button>
          )}
          <Button variant="default" onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button
            // One primary button per view: beside a secret it is the one that copies it.
            variant={shown ? 'default' : 'filled'}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {state === 'pending' ? 'Send the challenge' : 'Send a test'}
          </Button>
        </>
      }
    >
      <Stack gap="xl">
        {test.isError && <ErrorNotice what="Nothing was sent" error={shownError(test.error)} />}
        {update.isError && (
          <ErrorNotice what="The webhook was not paused" error={shownError(update.error)} />
        )}
        {newSecret !== undefined && state === 'active' && !test.data && (
          <Notice tone="ok" title="Your server works: it has answered the challenge">
            <p>
              A POST of the type <code>webhook.challenge</code> was sent to it, signed with the
              secret below. Orders that settle from now on follow.
            </p>
          </Notice>
        )}
        {shown && (
          <Secret
            key={shown.secret}
            secret={shown.secret}
            title={rotated ? 'Secret rotated' : 'Webhook created'}
            onStored={() => {
              setRotated(undefined);
              onStored();
            }}
          >
            {rotated
              ? rotated.previousExpiresAt
                ? 'Copy the new secret and give it to your server. Until the old one ends, requests carry a signature of each.'
                : 'Copy the new secret and give it to your server. The old one no longer signs.'
              : 'Copy the secret and give it to your server. It cannot be shown again; if you lose it, rotate it.'}
          </Secret>
        )}
        <State webhook={webhook} test={test.data} />
        {isBeingSetUp && (
          <Card title="Set up your server" aside={<CopyReceiverCode />} foot={rotate}>
            <Stack gap="sm">
              <p>
                It must answer the challenge, and verify each request with the secret. Lost the
                secret? Rotate it. For other languages, see{' '}
                <Link href="/docs/buy/webhooks">Webhooks</Link>.
              </p>
              <ReceiverCode />
            </Stack>
          </Card>
        )}
        <Card label="The webhook" foot={!isPhone && rarely}>
          <Facts>
            <Fact name="Receives">{receives(webhook)}</Fact>
            <Fact name="Last attempts">{recentText(webhook) || null}</Fact>
            <Fact name="Queued">{waitingText(webhook)}</Fact>
            <Fact name="Created">
              <RelativeTime at={webhook.createdAt} />
            </Fact>
            <Fact name="Old secret">
              {webhook.previousSecretExpiresAt && (
                <>
                  also signs, ends <RelativeTime at={webhook.previousSecretExpiresAt} />
                </>
              )}
            </Fact>
          </Facts>
        </Card>
        <Attempts
          webhookId={id}
          newestId={webhook.lastAttempt?.id ?? null}
          sentId={test.data?.id}
          createdAt={webhook.createdAt}
          isConfirmed={state !== 'pending'}
        />
        {isPhone && <Group gap="xs">{rarely}</Group>}
      </Stack>
      <Dialog opened={open === 'edit'} title="Edit webhook" onClose={close}>
        <EditForm webhook={webhook} onClose={close} />
      </Dialog>
      <Dialog opened={open === 'rotate'} title="Rotate the secret" onClose={close}>
        <RotateForm
          id={id}
          onClose={close}
          onRotated={(secret, previousExpiresAt) => {
            setRotated({ secret, previousExpiresAt });
            close();
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={open === 'delete'}
        title="Delete this webhook?"
        confirm="Delete webhook"
        isPending={remove.isPending}
        error={
          remove.isError && (
            <ErrorNotice what="The webhook was not deleted" error={shownError(remove.error)} />
          )
        }
        onConfirm={() => remove.mutate(id, { onSuccess: () => navigate('/webhooks') })}
        onClose={() => {
          remove.reset();
          close();
        }}
      >
        <p>
          Nothing more is sent to <VisibleText>{shownUrl(url)}</VisibleText>, and what is waiting is
          dropped. This cannot be undone.
        </p>
      </ConfirmDialog>
    </Page>
  );
}

/** One webhook with its attempts. */
export function OneWebhook({ id, ...rest }: OneWebhookProps) {
  const { data, error, isError, refetch } = useQuery(webhookQuery(id));
  useRecent(data && new URL(data.url).host);
  if (data) return <WebhookPage webhook={data} {...rest} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PageNotFound what="Webhook" back={{ href: '/webhooks', label: 'Back to webhooks' }}>
        It may have been deleted, or belong to another account.
      </PageNotFound>
    );
  }
  return (
    <Page title="Webhook" above={listLink}>
      {isError ? (
        <ErrorNotice
          what="The webhook could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
