import { Button } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { firstStepsShown, usedByKeyQuery, soldOnceQuery } from '../../data/first-steps.ts';
import { apiKeysQuery } from '../../data/keys.ts';
import { useUser } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import classes from './FirstSteps.module.css';
import { buyerSteps, sellerSteps, type Step } from './first-steps.ts';

function Steps({ title, steps }: { title: string; steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-label={title} className={classes.group}>
      <h3>{title}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.title} data-done={step.isDone}>
            <span className={classes.mark}>{step.isDone && <Icon name="tick" />}</span>
            <div>
              <p className={classes.title}>
                {step.title}
                <span className="visually-hidden">{step.isDone ? ', done' : ', to do'}</span>
              </p>
              {!step.isDone && <p>{step.says}</p>}
              {step === next && (
                <Button size="xs" variant="default" component={Link} href={step.action.href}>
                  {step.action.label}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FirstStepsProps {
  listings: readonly OwnListing[];
}

interface OpenProps extends FirstStepsProps {
  /** Nothing is left. */
  onDone: () => void;
  onHide: () => void;
}

const isOpen = (steps: readonly Step[]) => steps.some(({ isDone }) => !isDone);

/** What is left of the first steps; the ticks are what has really happened. */
function Open({ listings, onDone, onHide }: OpenProps) {
  const isSelling = listings.length > 0;
  const keys = useQuery(apiKeysQuery);
  const used = useQuery(usedByKeyQuery);
  const sold = useQuery({ ...soldOnceQuery, enabled: isSelling });
  const isKnown = keys.isSuccess && used.isSuccess && (!isSelling || sold.isSuccess);
  const { byPeople = false, byKeys = false } = used.data ?? {};
  const isBuying = byPeople || byKeys;
  const buying = buyerSteps({
    hasOrder: isBuying,
    hasKey: byKeys || (keys.data?.length ?? 0) > 0,
    hasOrderByKey: byKeys,
  });
  const selling = sellerSteps(listings, sold.data ?? false);
  // Someone who sells need not buy, and the other way round.
  const showsBuying = isOpen(buying) && (isBuying || !isSelling);
  const showsSelling = isOpen(selling) && (isSelling || !isBuying);
  const isDone = isKnown && !showsBuying && !showsSelling;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (!isKnown || isDone) return null;
  return (
    <Card
      title="First steps"
      aside={
        <Button size="xs" variant="subtle" onClick={onHide} aria-label="Hide the first steps">
          Hide
        </Button>
      }
    >
      <div className={classes.groups}>
        {showsBuying && <Steps title="Call a service" steps={buying} />}
        {showsSelling && <Steps title="Sell a service" steps={selling} />}
      </div>
    </Card>
  );
}

/** Leads a new account to its first call and its first sale, until it has them or hides this. */
export function FirstSteps({ listings }: FirstStepsProps) {
  const userId = useUser()?.id ?? '';
  const [isHidden, setHidden] = useState(() => !firstStepsShown.get(userId));
  // Not asked for again: an account that has them all would pay for it at each visit.
  const remember = useCallback(() => firstStepsShown.hide(userId), [userId]);
  if (isHidden) return null;
  const hide = () => {
    remember();
    setHidden(true);
  };
  return <Open listings={listings} onDone={remember} onHide={hide} />;
}

/** Whether it is known what is left of them, so that nothing below is moved when they appear. */
export function useFirstStepsLoaded(listings: readonly OwnListing[] | undefined): boolean {
  const user = useUser();
  const isShown = user ? firstStepsShown.get(user.id) : false;
  const hasListings = listings !== undefined && listings.length > 0;
  const needed = [
    useQuery({ ...apiKeysQuery, enabled: isShown }),
    useQuery({ ...usedByKeyQuery, enabled: isShown }),
    useQuery({ ...soldOnceQuery, enabled: isShown && hasListings }),
  ];
  return needed.every(({ isPending, fetchStatus }) => !isPending || fetchStatus === 'idle');
}
