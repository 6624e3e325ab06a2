import { Button } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { firstStepsShown, type Side, usedByKeyQuery } from '../../data/first-steps.ts';
import { apiKeysQuery } from '../../data/keys.ts';
import type { ListingName } from '../../data/listings.ts';
import { useUser } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import classes from './FirstSteps.module.css';
import { buyerSteps, sellerSteps, type Step } from './first-steps.ts';

const TITLES: Readonly<Record<Side, string>> = {
  buying: 'Call a service',
  selling: 'Sell a service',
};

type Emphasis = 'primary' | 'next' | 'later';

function Action({ step: { action }, emphasis }: { step: Step; emphasis: Emphasis }) {
  if (!action) return null;
  return emphasis === 'later' ? (
    <Link href={action.href}>{action.label}</Link>
  ) : (
    <Button
      size="xs"
      variant={emphasis === 'primary' ? 'filled' : 'default'}
      component={Link}
      href={action.href}
    >
      {action.label}
    </Button>
  );
}

function StepItem({ step, emphasis }: { step: Step; emphasis: Emphasis }) {
  return (
    <li data-done={step.isDone}>
      <span className={classes.mark}>{step.isDone && <Icon name="tick" />}</span>
      <div>
        <p className={classes.title}>
          {step.title}
          <span className="visually-hidden">{step.isDone ? ', done' : ', to do'}</span>
        </p>
        {!step.isDone && (
          <>
            <p>{step.says}</p>
            <Action step={step} emphasis={emphasis} />
          </>
        )}
      </div>
    </li>
  );
}

interface StepsProps {
  side: Side;
  steps: readonly Step[];
  /** Whether its next step is the first thing to do on the page. */
  isFirst: boolean;
  onHide: () => void;
}

/** The steps of a side; on a phone the next one, and the others folded. */
function Steps({ side, steps, isFirst, onHide }: StepsProps) {
  const title = TITLES[side];
  const isPhone = useIsPhone();
  const next = steps.find((step) => !step.isDone);
  const others = steps.filter((step) => step !== next);
  const item = (step: Step) => (
    <StepItem
      key={step.title}
      step={step}
      emphasis={step !== next ? 'later' : isFirst ? 'primary' : 'next'}
    />
  );
  return (
    <section aria-label={title} className={classes.group}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={onHide}
          aria-label={`Hide the steps of “${title}”`}
        >
          Hide
        </Button>
      </div>
      <ol>{isPhone && next ? item(next) : steps.map(item)}</ol>
      {isPhone && (
        <details className={classes.others}>
          <summary>
            <Icon name="right" /> Show the other {others.length} steps
          </summary>
          <ol>{others.map(item)}</ol>
        </details>
      )}
    </section>
  );
}

const isDone = (steps: readonly Step[]) => steps.every((step) => step.isDone);

/** What the other side is to someone who has begun with one. */
const LATER: Readonly<Record<Side, { says: string; action: string; href: string }>> = {
  buying: { says: 'Call a service too', action: 'Browse the catalogue', href: '/catalogue' },
  selling: { says: 'Sell a service too', action: 'New listing', href: '/selling/new' },
};

/**
 * What is left of the first steps; the ticks are what has really happened. Each side stays until it is done
 * or hidden. Once one has begun, the other is a line below everything else; that of a seller with sales is
 * one even if it has begun.
 */
export function useFirstSteps(
  listings: readonly OwnListing[] | undefined,
  bought: ReadonlyMap<string, ListingName> | undefined,
  /** Whether anyone has called a listing; undefined while that is unknown. */
  isSold: boolean | undefined,
) {
  const userId = useUser()?.id ?? '';
  const [shown, setShown] = useState(() => ({
    buying: firstStepsShown.get(userId, 'buying'),
    selling: firstStepsShown.get(userId, 'selling'),
  }));
  const hasListings = listings !== undefined && listings.length > 0;
  const keys = useQuery({ ...apiKeysQuery, enabled: shown.buying });
  const used = useQuery({ ...usedByKeyQuery, enabled: shown.buying });
  const { byPeople = false, byKeys = false } = used.data ?? {};
  const [called] = bought?.values() ?? [];
  const steps = {
    buying:
      keys.data && used.data
        ? buyerSteps({
            hasOrder: byPeople || byKeys,
            called: called?.slug,
            hasKey: byKeys || keys.data.length > 0,
            hasOrderByKey: byKeys,
          })
        : undefined,
    selling:
      listings && (!hasListings || isSold !== undefined)
        ? sellerSteps(listings, isSold ?? false)
        : undefined,
  };
  const hide = (side: Side) => {
    firstStepsShown.hide(userId, side);
    setShown((before) => ({ ...before, [side]: false }));
  };
  const isBuyingDone = steps.buying !== undefined && isDone(steps.buying);
  const isSellingDone = steps.selling !== undefined && isDone(steps.selling);
  useEffect(() => {
    // Not asked for again: an account that has them all would pay for it at each visit.
    if (isBuyingDone) firstStepsShown.hide(userId, 'buying');
    if (isSellingDone) firstStepsShown.hide(userId, 'selling');
  }, [userId, isBuyingDone, isSellingDone]);
  const open = (['buying', 'selling'] as const).flatMap((side) => {
    const of = steps[side];
    return shown[side] && of && !isDone(of) ? [{ side, steps: of }] : [];
  });
  const hasBegun = {
    buying: (bought?.size ?? 0) > 0 || (steps.buying?.some((step) => step.isDone) ?? false),
    selling: hasListings,
  };
  const isLaterToSell = hasBegun.buying && !hasListings;
  const isLater = ({ side }: { side: Side }) =>
    side === 'buying' ? isSellingDone || (hasListings && !hasBegun.buying) : isLaterToSell;
  return {
    open: open.filter((of) => !isLater(of)),
    // Someone who has called a service knows where they are.
    later: open
      .filter(isLater)
      .map(({ side }) => side)
      .filter((side) => side === 'selling' || !hasBegun.buying),
    hide,
    queries: [keys, used],
    failed: { what: 'Your first steps could not be loaded', query: used },
  };
}

interface FirstStepsProps {
  steps: Pick<ReturnType<typeof useFirstSteps>, 'open' | 'later' | 'hide'>;
}

/** Leads a new account to its first call and its first sale. */
export function FirstSteps({ steps: { open, hide } }: FirstStepsProps) {
  if (open.length === 0) return null;
  return (
    <Card title="First steps">
      <div className={classes.groups}>
        {open.map((of, at) => (
          <Steps key={of.side} {...of} isFirst={at === 0} onHide={() => hide(of.side)} />
        ))}
      </div>
    </Card>
  );
}

/** The side that has not begun, for someone who is at home on the other. */
export const OtherSide = ({ steps: { later, hide } }: FirstStepsProps) =>
  later.map((side) => {
    const { says, action, href } = LATER[side];
    return (
      <p key={side} className={classes.later}>
        {says} <Link href={href}>{action}</Link>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => hide(side)}
          aria-label={`Hide “${says}”`}
        >
          Hide
        </Button>
      </p>
    );
  });
