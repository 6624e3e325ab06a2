import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Shown } from '../../data/order-filter.ts';
import { RANGE_WORDS } from '../../data/range-words.ts';
import { shownError } from '../../data/errors.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Failures } from './Failures.tsx';
import { figuresRange, RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { useNow } from '../../ui/RelativeTime.tsx';
import { SalesFigures } from './SalesFigures.tsx';

/** What was sold in the period and listing of the address, whatever the state. */
export function PeriodFigures({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const range = figuresRange(shown.period);
  const listing = shown.listing === undefined ? {} : { listingId: shown.listing };
  const stats = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs), ...listing }));
  return (
    <section aria-labelledby="sales-period">
      <Stack gap="md">
        <h2 id="sales-period">In {RANGE_WORDS[range]}</h2>
        {stats.isError && (
          <ErrorNotice
            what="The figures could not be loaded"
            error={shownError(stats.error)}
            onRetry={() => void stats.refetch()}
          />
        )}
        {stats.isPending && <PageSkeleton />}
        {stats.data && <SalesFigures stats={stats.data} />}
        {stats.data && <Failures failures={stats.data.totals.failures} />}
      </Stack>
    </section>
  );
}
