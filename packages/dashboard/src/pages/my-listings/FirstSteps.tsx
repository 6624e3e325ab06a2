import { Button, Group } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { useSigningSecret } from '../../data/listings.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import classes from './page.module.css';
import type { Progress } from './use-first-steps.ts';

export interface FirstStepsProps {
  listing: OwnListing;
  progress: Progress;
  /** Whether a call has completed. */
  isCalled: boolean;
  done: (step: Progress) => void;
}

interface StepProps {
  title: string;
  isDone: boolean;
  number: number;
  children: ReactNode;
}

const Step = ({ title, isDone, number, children }: StepProps) => (
  <li data-done={isDone}>
    <span className={classes.mark} aria-hidden="true">
      {isDone ? <Icon name="tick" /> : number}
    </span>
    <div>
      <h3>
        {title} {isDone && <span className="visually-hidden">(done)</span>}
      </h3>
      {children}
    </div>
  </li>
);

/** What a new listing needs before its first sale; each is ticked when it is done. */
export function FirstSteps({ listing, progress, isCalled, done }: FirstStepsProps) {
  const { copied = false, restarted = false } = progress;
  const secret = useSigningSecret(listing.id);
  const [isUncopied, setIsUncopied] = useState(false);
  const loadSecret = async () => {
    try {
      const { secret: text } = await secret.mutateAsync('show');
      return text;
    } catch {
      return undefined;
    }
  };
  const isReady = copied && restarted && isCalled;
  let title = 'Published. Three steps to the first sale';
  if (isCalled) title = isReady ? 'Ready to sell' : 'First call made. Now protect the service';
  return (
    <Card
      title={title}
      aside={
        <Button size="xs" variant="subtle" onClick={() => done({ hidden: true })}>
          {isReady ? 'Done' : 'Hide'}
        </Button>
      }
    >
      <ol className={classes.steps}>
        <Step title="Copy the signing secret" number={1} isDone={copied}>
          <p>
            Without it, your service answers anyone. Set it as <code>MKT_SIGNING_SECRET</code> in
            your service.
          </p>
          {secret.error && (
            <ErrorNotice what="The secret could not be loaded" error={shownError(secret.error)} />
          )}
          {isUncopied && secret.data && (
            <code className={classes.secret}>{secret.data.secret}</code>
          )}
          <CopyButton
            value={loadSecret}
            onCopy={(isCopied) => {
              setIsUncopied(!isCopied);
              done({ copied: true });
            }}
          >
            Copy the secret
          </CopyButton>
        </Step>
        <Step title="Restart the service with it" number={2} isDone={restarted}>
          <p>From then on it accepts only calls that the marketplace signed.</p>
          {!restarted && (
            <Button size="xs" variant="default" onClick={() => done({ restarted: true })}>
              Done, it’s restarted
            </Button>
          )}
        </Step>
        <Step title="Make a test call" number={3} isDone={isCalled}>
          <p>
            {isCalled
              ? 'A call has completed: your listing works.'
              : 'Run it once as a buyer does, and see that the result matches what you described. The price counts as your spend and as your revenue.'}
          </p>
          {!isCalled && (
            <Button
              component={Link}
              href={`/listings/${listing.slug}`}
              size="xs"
              variant="default"
              leftSection={<Icon name="run" />}
            >
              Try it
            </Button>
          )}
        </Step>
      </ol>
      <Group gap="xs" mt="md">
        <CopyButton value={`${location.origin}/listings/${listing.slug}`}>
          Copy the link for buyers
        </CopyButton>
      </Group>
    </Card>
  );
}
