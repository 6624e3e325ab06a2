import type { HealthProbe } from '@mkt/client';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { formatDuration } from '../../ui/duration.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';

const PROBE_COLUMNS: readonly Column<HealthProbe>[] = [
  { head: 'Checked', cell: ({ checkedAt }) => <RelativeTime at={checkedAt} /> },
  {
    head: 'Outcome',
    cell: ({ healthy }) => <StateBadge state={healthy ? 'healthy' : 'unhealthy'} />,
    onPhone: 'only',
  },
  { head: 'Status', cell: ({ statusCode }) => statusCode ?? 'no response', width: '8rem' },
  {
    head: 'Latency',
    cell: ({ latencyMs }) => formatDuration(latencyMs),
    width: '8rem',
    align: 'end',
  },
];

/** How the service responded to the health checks of the last 7 days. */
export function HealthReport({ slug }: { slug: string }) {
  const { data: report, error, refetch } = useQuery(publishedHealthQuery(slug));
  if (!report) {
    return error ? (
      <ErrorNotice
        what="The health of this listing could not be loaded"
        error={shownError(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <PageSkeleton />
    );
  }
  const { status, uptime24h, latencyMs, history } = report;
  return (
    <Stack>
      <Card label="Health now">
        <Facts>
          <Fact name="State">
            <StateBadge state={status} />
          </Fact>
          <Fact name="Uptime, 24 h">
            {uptime24h === null ? null : `${(uptime24h * 100).toFixed(1)} %`}
          </Fact>
          <Fact name="Last latency">{latencyMs === null ? null : formatDuration(latencyMs)}</Fact>
        </Facts>
      </Card>
      <DataTable
        label="Health checks of the last 7 days"
        columns={PROBE_COLUMNS}
        rows={history}
        rowKey={({ checkedAt }) => checkedAt}
        empty={<p>No checks in the last 7 days.</p>}
      />
    </Stack>
  );
}
