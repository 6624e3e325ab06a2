import { Box, Button, Stack } from '@mantine/core';
import { NotFoundError, type OwnListing, type ListingStatus, ReviewFailedError } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { retried } from '../../data/connection.ts';
import { shownError } from '../../data/errors.ts';
import { ownListingQuery, useUpdateListing } from '../../data/listings.ts';
import { COUNT, RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { LeaveQuestion } from '../../form/LeaveQuestion.tsx';
import { ListingForm } from '../../form/ListingForm.tsx';
import { fieldOf } from '../../form/first-invalid.ts';
import { Restored } from '../../form/Restored.tsx';
import {
  fieldsOf,
  isSendable,
  type ListingFields,
  savedInWords,
  updateRequest,
} from '../../form/listing-fields.ts';
import { type Unsaved, useUnsaved } from '../../form/unsaved.ts';
import { Card } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { withLabels } from '../../ui/check-words.ts';
import { deferred } from '../../ui/deferred.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import {
  breaksCalls,
  effectInShort,
  type Impact,
  impactInWords,
  isPriceIncreaseOnly,
  questionOf,
} from './words.ts';

const Differences = deferred(retried(() => import('./Differences.tsx')));

interface SavingWords {
  button: string;
  /** What saving does in that state (docs/sell/listings.md#changes). */
  hint: string;
}

const PUBLIC: SavingWords = {
  button: 'Save changes',
  hint: 'Texts, the call and schemas are reviewed first. If a check fails, nothing changes.',
};

const WORDS: Readonly<Partial<Record<ListingStatus, SavingWords>>> = {
  draft: { button: 'Save draft', hint: 'A draft is reviewed when you submit it.' },
  flagged: {
    button: 'Save and submit again',
    hint: 'The review starts again immediately, and the listing is public if it passes.',
  },
};

const savingWords = (status: ListingStatus): SavingWords => WORDS[status] ?? PUBLIC;

const CLOSED: Readonly<Partial<Record<ListingStatus, string>>> = {
  pending_review: 'The review is running. The listing can be changed when it has ended.',
  archived: 'An archived listing never changes again.',
};

/** Why nothing can be changed in a state. */
const whyClosed = (status: ListingStatus): string | undefined => CLOSED[status];

const FAILED = 'The changes were not saved';

/** The comparison is loaded when it is first used; without it, the effect of a change is unknown. */
async function readImpact(before: ListingFields, fields: ListingFields): Promise<Impact> {
  try {
    const { impactOf } = await import('./impact.ts');
    return impactOf(before, fields);
  } catch {
    return { verdict: 'unknown', findings: [], reasons: [] };
  }
}

/** Why the review refused a change to a listing that is public: nothing has changed. */
function RefusedByReview({ error }: { error: ReviewFailedError }) {
  const shown = shownError(error);
  return (
    <Stack>
      <ErrorNotice what={FAILED} error={{ ...shown, title: withLabels(shown.title), places: [] }} />
      <Card title="Review" flush>
        <Checks of={error.checks} />
      </Card>
    </Stack>
  );
}

/** How often the listing was called lately; nothing until that is known. */
function CallsOfLate({ slug }: { slug: string }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const { data } = useQuery(salesStatsQuery({ ...statsQuery('7d', nowMs), listingId: slug }));
  const calls = data?.totals.calls;
  if (calls === undefined) return null;
  const times = calls === 1 ? 'once' : `${COUNT.format(calls)} times`;
  return `${calls === 0 ? 'Nobody called it' : `It was called ${times}`} in the last 7 days.`;
}

const MAX_REASONS = 10;

interface ImpactProps {
  of: Impact;
  slug: string;
}

/** What the change means for the listing's current buyers. */
function ImpactOnBuyers({ of: impact, slug }: ImpactProps) {
  const { reasons } = impact;
  if (isPriceIncreaseOnly(impact)) {
    return (
      <Stack gap="xs">
        <strong>
          <VisibleText>{reasons[0] ?? ''}</VisibleText>
        </strong>
        <p>
          Programs with a price limit below the new price are refused. Earlier orders keep their
          price. <CallsOfLate slug={slug} />
        </p>
      </Stack>
    );
  }
  return (
    <>
      <p>
        {impact.verdict === 'breaking'
          ? 'Programs that call this listing may fail or have to pay more:'
          : 'It could not be shown that programs which call this listing still work:'}
      </p>
      <ul className={classes.reasons}>
        {reasons.slice(0, MAX_REASONS).map((reason) => (
          <li key={reason}>
            <VisibleText>{reason}</VisibleText>
          </li>
        ))}
        {reasons.length > MAX_REASONS && <li>and {reasons.length - MAX_REASONS} more</li>}
      </ul>
      <p>
        <CallsOfLate slug={slug} />
      </p>
    </>
  );
}

const IMPACT_PAUSE_MS = 300;

/** What the changes so far mean for buyers, soon after the last key; `undefined` without a change. */
function useImpact({ before, fields }: Unsaved, isSold: boolean): Impact | undefined {
  const [found, setFound] = useState<{ of: ListingFields; impact: Impact }>();
  const isRelevant = isSold && isSendable(fields) && updateRequest(before, fields) !== undefined;
  useEffect(() => {
    if (!isRelevant) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void readImpact(before, fields).then(
        (impact) => isCurrent && setFound({ of: fields, impact }),
      );
    }, IMPACT_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isRelevant, before, fields]);
  // The last answer stays until the next one, so that nothing flickers while someone types.
  return isRelevant ? found?.impact : undefined;
}

const IMPACT_ICONS = {
  same: 'check',
  safe: 'check',
  'price-increase': 'info',
  breaking: 'warn',
  unknown: 'warn',
} as const;

interface ShortProps extends Pick<ImpactProps, 'slug'> {
  of: Impact | undefined;
  /** What saving does, while nothing is to be said of buyers. */
  hint: string;
}

/** Beside Save: whether the changes so far break what buyers do today, and the first reason. */
function ImpactInShort({ of: impact, slug, hint }: ShortProps) {
  if (!impact) return hint;
  const { verdict, title, reasons } = impactInWords(impact);
  return (
    <span className={classes.impact} data-verdict={verdict} role="status">
      <Icon name={IMPACT_ICONS[verdict]} />
      <span>
        <strong>{title}</strong> <VisibleText>{reasons || hint}</VisibleText>{' '}
        {verdict === 'price-increase' && (
          <>
            <CallsOfLate slug={slug} />{' '}
            <Box component="span" visibleFrom="sm">
              Programs with a lower price limit are refused.
            </Box>
          </>
        )}
      </span>
    </span>
  );
}

/**
 * Changes what buyers read, what a call costs and where it goes. Input is kept until it is saved or
 * cancelled. A change that may break buyers' programs is shown and must be confirmed first.
 */
function EditListing({ listing }: { listing: OwnListing }) {
  const edit = useUnsaved(listing.id, fieldsOf(listing));
  const { before, fields, changes, isRestored, set, end, discard } = edit;
  const hasChanges = changes !== '';
  const [asking, setAsking] = useState<Impact>();
  const [isCancelling, setIsCancelling] = useState(false);
  const [, navigate] = useLocation();
  const update = useUpdateListing(listing.id);
  const { button, hint } = savingWords(listing.status);
  const { error } = update;
  const [params] = useSearchParams();
  const asked = params.get('field');
  useEffect(() => {
    if (asked === null) return;
    // After the heading, which has the focus when a page is opened.
    setTimeout(() => fieldOf(asked)?.focus());
  }, [asked]);
  const isSold = listing.status === 'published' || listing.status === 'paused';
  const impact = useImpact(edit, isSold);
  /** Whether the line above says all that changes. */
  const isSaid = impact !== undefined && isPriceIncreaseOnly(impact) && changes === 'price';
  const leave = (saved?: string) => {
    end();
    navigate(`/selling/${listing.id}`, { state: { saved } });
  };
  const send = () => {
    setAsking(undefined);
    const request = updateRequest(before, fields);
    if (request === undefined) leave();
    else {
      update.mutate(request, { onSuccess: () => leave(savedInWords(before, fields)) });
    }
  };
  const save = async () => {
    const found = isSold && hasChanges ? await readImpact(before, fields) : undefined;
    if (found?.verdict === 'breaking' || found?.verdict === 'unknown') setAsking(found);
    else send();
  };
  return (
    <Stack>
      <LeaveQuestion changes={changes} />
      {isRestored && <Restored onDiscard={discard} />}
      <ListingForm
        fields={fields}
        set={set}
        listed={{
          quality: listing.quality,
          health: listing.health,
          createdAt: listing.createdAt,
        }}
        soldBy={listing.seller}
        error={error}
        failed={FAILED}
        failure={error instanceof ReviewFailedError && <RefusedByReview error={error} />}
        hint={
          hasChanges ? (
            <>
              <ImpactInShort of={impact} slug={listing.slug} hint={hint} />
              {!isSaid && <Differences before={before} after={fields} names={changes} />}
            </>
          ) : (
            hint
          )
        }
        inShort={
          impact
            ? effectInShort(impact, savedInWords(before, { ...before, amount: fields.amount }))
            : hint
        }
        onSubmit={() => void save()}
        submit={button}
        isPending={update.isPending}
        actions={
          <Button variant="default" onClick={() => (hasChanges ? setIsCancelling(true) : leave())}>
            Cancel
          </Button>
        }
      />
      <ConfirmDialog
        opened={asking !== undefined}
        title={asking ? questionOf(asking) : ''}
        confirm={asking && isPriceIncreaseOnly(asking) ? 'Save price increase' : 'Save anyway'}
        isHarmless={!(asking && breaksCalls(asking))}
        onConfirm={send}
        onClose={() => setAsking(undefined)}
      >
        {asking && <ImpactOnBuyers of={asking} slug={listing.slug} />}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isCancelling}
        title="Discard your changes?"
        confirm="Discard changes"
        cancel="Keep editing"
        onConfirm={() => leave()}
        onClose={() => setIsCancelling(false)}
      >
        <p>The listing stays as it is, and what you typed is lost.</p>
      </ConfirmDialog>
    </Stack>
  );
}

const listLink = <Link href="/selling">My listings</Link>;

function EditPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ownListingQuery(id));
  const [opened, setOpened] = useState(data);
  // The form keeps its initial values, whatever happens to the listing in the meantime.
  if (data && (!opened || whyClosed(opened.status) !== undefined) && data !== opened) {
    setOpened(data);
  }
  if (error instanceof NotFoundError) {
    return (
      <PageNotFound what="Listing" back={{ href: '/selling', label: 'Back to my listings' }}>
        It may have been deleted, or belong to another account.
      </PageNotFound>
    );
  }
  if (!opened) {
    return (
      <Page title="Edit listing" above={listLink}>
        {error ? (
          <ErrorNotice
            what="The listing could not be loaded"
            error={shownError(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <PageSkeleton />
        )}
      </Page>
    );
  }
  const closed = whyClosed(opened.status);
  return (
    <Page
      title={`Edit ${opened.title}`}
      above={
        <Link href={`/selling/${opened.id}`}>
          <VisibleText>{opened.title}</VisibleText>
        </Link>
      }
    >
      {closed === undefined ? (
        <EditListing listing={opened} />
      ) : (
        <EmptyState
          title="It cannot be changed now"
          action={
            <Button component={Link} href={`/selling/${opened.id}`} variant="default">
              Back to the listing
            </Button>
          }
        >
          {closed}
        </EmptyState>
      )}
    </Page>
  );
}

/** Changes a listing of the account in the browser. */
export default function EditListingPage() {
  const { id } = useParams<{ id: string }>();
  return <EditPage key={id} id={id} />;
}
