import type { OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { useNow } from '../../ui/RelativeTime.tsx';
import { isNew } from './words.ts';

/** What this browser remembers of the steps of a listing. */
export interface Progress {
  /** That there were steps to do: they stay until they are hidden, so that success is seen. */
  shown?: true;
  copied?: true;
  restarted?: true;
  hidden?: true;
}

const keyOf = (id: string) => `mkt-first-steps-${id}`;

function readProgress(id: string): Progress {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}') as Progress;
  } catch {
    return {};
  }
}

function keepProgress(id: string, progress: Progress): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(progress));
  } catch {
    // Without storage the steps are remembered while the page is open.
  }
}

/** The steps between the review of a new listing and its first call. */
export function useFirstSteps(listing: OwnListing) {
  const { id, slug, status, createdAt } = listing;
  const nowMs = useNow(RANGE_STEP_MS);
  const [progress, setProgress] = useState(() => readProgress(id));
  const isDue = status === 'published' && isNew(createdAt, nowMs) && !progress.hidden;
  const stats = useQuery({
    ...salesStatsQuery({ ...statsQuery('30d', nowMs), listingId: slug }),
    enabled: isDue,
  });
  const isCalled = stats.data !== undefined && stats.data.totals.completed > 0;
  const isUnseen = isDue && stats.data !== undefined && !isCalled && !progress.shown;
  if (isUnseen) setProgress({ ...progress, shown: true });
  useEffect(() => {
    if (progress.shown) keepProgress(id, progress);
  }, [id, progress]);
  return {
    listing,
    progress,
    isCalled,
    isPending: isDue && stats.isPending,
    isShown: isDue && progress.shown === true,
    done: (step: Progress) => setProgress({ ...progress, ...step }),
  };
}
