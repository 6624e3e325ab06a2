import type { CatalogueListing } from '@mkt/client';
import { Button, JsonInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useActivate } from '../../data/activation.ts';
import { signInPath } from '../../data/return-to.ts';
import { useSession } from '../../data/session.ts';
import { shownError } from '../../data/shown-error.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatMoney } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Outcome } from './Outcome.tsx';
import classes from './TryIt.module.css';
import type { Input } from './use-input.ts';

interface TryItProps {
  listing: CatalogueListing;
  input: Input;
}

/** Buys one call with the input that was typed. It stays when the call fails. */
export function TryIt({ listing, input }: TryItProps) {
  const { slug, price, listingState } = listing;
  const session = useSession();
  const [location] = useLocation();
  const [orderId, setOrderId] = useState<string>();
  const activate = useActivate();
  const isFree = price.amount === 0;
  const run = () => {
    if (input.problem !== undefined || activate.isPending) return;
    activate.mutate(
      { listing: slug, input: input.text, price },
      { onSuccess: ({ id }) => setOrderId(id) },
    );
  };
  return (
    <div className={classes.columns}>
      <Card
        title="Input"
        foot={
          session.data ? (
            <>
              <Button
                leftSection={<Icon name="run" />}
                loading={activate.isPending}
                disabled={input.problem !== undefined || listingState !== 'published'}
                onClick={run}
              >
                {isFree ? 'Run' : `Run for ${formatMoney(price)}`}
              </Button>
              {!isFree && (
                <span className={classes.note}>Charged only when the call completes.</span>
              )}
            </>
          ) : (
            session.data === null && (
              <Button component={Link} href={signInPath(location)}>
                Sign in to run it
              </Button>
            )
          )
        }
      >
        {listingState !== 'published' && (
          <Notice tone="warn" title="This listing is paused">
            It cannot be called until its seller resumes it.
          </Notice>
        )}
        <JsonInput
          label="JSON"
          autosize
          minRows={6}
          maxRows={24}
          value={input.text}
          onChange={input.set}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
          }}
          error={input.problem}
          spellCheck={false}
          classNames={{ input: classes.json }}
        />
      </Card>
      <div className={classes.result} aria-live="polite">
        {activate.error ? (
          <ErrorNotice what="The call was not made" error={shownError(activate.error)} />
        ) : orderId === undefined ? (
          <Card title="Result">
            <p className={classes.note}>
              What the service returns appears here, and in your <Link href="/orders">orders</Link>.
            </p>
          </Card>
        ) : (
          <Outcome orderId={orderId} />
        )}
      </div>
    </div>
  );
}
