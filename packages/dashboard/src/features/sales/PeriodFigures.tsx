import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Shown } from '../../data/order-filter.ts';
import { RANGE_WORDS } from '../../data/range-words.ts';
import { shownError } from '../../data/shown-error.ts';
import { statsQuery } from '../../data/stats-range.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Failures } from './Failures.tsx';
import { figuresRange } from '../../data/stats-range.ts';
import { SalesFigures } from './SalesFigures.tsx';

/** What was sold in the period and listing of the address, whatever the state. */
export function PeriodFigures({ shown, nowMs }: { shown: Shown; nowMs: number }) {
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
