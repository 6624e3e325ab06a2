import { Button, Stack, Text } from '@mantine/core';
import type { Delivery as DeliveryRecord, DeliveryAttempt } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { deliveryQuery, useSendAgain } from '../../data/webhooks.ts';
import { Fact, Facts } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDuration } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { resultText } from './words.ts';

const SECOND_MS = 1_000;

/** When something is sent again; undefined once that time has passed. */
export function useUpcoming(at: string | null): string | undefined {
  const nowMs = useNow(SECOND_MS);
  return at !== null && nowMs < Date.parse(at) ? at : undefined;
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { error, at, durationMs, response } = attempt;
  return (
    <li>
      <div className={classes.line}>
        <StateBadge state={error === null ? 'succeeded' : 'failed'} />
        <VisibleText>{resultText(attempt)}</VisibleText>
        <span>
          <RelativeTime at={at} /> · {formatDuration(durationMs)}
        </span>
      </div>
      {response !== null && response !== '' && (
        <pre className={classes.wrapped} tabIndex={0} role="region" aria-label="Response">
          <VisibleText>{response}</VisibleText>
        </pre>
      )}
    </li>
  );
}

const parsed = (body: string): unknown => JSON.parse(body);

function Shown({ delivery }: { delivery: DeliveryRecord }) {
  const { id, type, orderId, headers, body, nextAttemptAt, attempts } = delivery;
  const sendAgain = useSendAgain(id);
  const upcoming = useUpcoming(nextAttemptAt);
  return (
    <div className={classes.delivery}>
      <Facts>
        <Fact name="Message id">
          <code>{id}</code> (webhook-id)
        </Fact>
        <Fact name="Order">
          {orderId && <Link href={`/orders/${orderId}`}>Open the order</Link>}
        </Fact>
        <Fact name="Next attempt">{upcoming && <RelativeTime at={upcoming} />}</Fact>
      </Facts>
      <Stack component="section" gap="xs">
        <h3>Attempts</h3>
        <ol className={classes.attempts}>
          {attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      </Stack>
      {type !== 'webhook.challenge' && body !== null && (
        <div>
          <Button
            leftSection={<Icon name="again" />}
            loading={sendAgain.isPending}
            onClick={() => sendAgain.mutate()}
          >
            Send again
          </Button>
        </div>
      )}
      {sendAgain.isError && (
        <ErrorNotice what="It was not sent again" error={shownError(sendAgain.error)} />
      )}
      {sendAgain.data && (
        <Notice
          tone={sendAgain.data.error === null ? 'ok' : 'warn'}
          title={sendAgain.data.error === null ? 'Sent again' : 'Sent again, and failed'}
        >
          <p>
            <VisibleText>{resultText(sendAgain.data)}</VisibleText>
          </p>
        </Notice>
      )}
      <Stack component="section" gap="xs">
        <h3>What was sent</h3>
        <pre className={classes.wrapped} tabIndex={0} role="region" aria-label="Headers">
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
        <Text c="dimmed">Each attempt also has a timestamp and a signature of its own.</Text>
        {body === null ? (
          <p>The order was deleted, and the body with it.</p>
        ) : (
          <JsonView value={parsed(body)} text={body} label="Body" fileName={`${id}.json`} />
        )}
      </Stack>
    </div>
  );
}

function Loaded({ id }: { id: string }) {
  const { data, error, isError, refetch } = useQuery(deliveryQuery(id));
  if (data) return <Shown delivery={data} />;
  if (!isError) return <PageSkeleton />;
  return (
    <ErrorNotice
      what="The delivery could not be loaded"
      error={shownError(error)}
      onRetry={() => void refetch()}
    >
      Deliveries are kept for seven days.
    </ErrorNotice>
  );
}

interface DeliveryDialogProps {
  /** What is open; undefined if nothing is. */
  id: string | undefined;
  onClose: () => void;
}

/** One message with what was sent and returned. */
export const DeliveryDialog = ({ id, onClose }: DeliveryDialogProps) => (
  <Dialog opened={id !== undefined} title="Delivery" wide onClose={onClose}>
    {id !== undefined && <Loaded key={id} id={id} />}
  </Dialog>
);
