import { Stack } from '@mantine/core';
import type { HealthProbe } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDuration } from '../../ui/text.ts';
import classes from './page.module.css';
import { checksText, type HealthBar, healthBars, durationText } from './health.ts';

const FAILED_COLUMNS: readonly Column<HealthProbe>[] = [
  { head: 'Checked', cell: ({ checkedAt }) => <RelativeTime at={checkedAt} />, onPhone: 'only' },
  { head: 'Status', cell: ({ statusCode }) => statusCode ?? 'no response', width: '10rem' },
  {
    head: 'Duration',
    cell: ({ latencyMs }) => formatDuration(latencyMs),
    width: '8rem',
    align: 'end',
  },
];
/** How many failed checks are shown, newest first. */
const MAX_FAILED = 50;

function Bars({ bars, label }: { bars: readonly HealthBar[]; label: string }) {
  return (
    <div className={classes.bars} role="img" aria-label={label}>
      {bars.map(({ fromMs, state, title }) => (
        <span key={fromMs} data-state={state} title={title} />
      ))}
    </div>
  );
}

const WIDTH = 100;
const HEIGHT = 40;

/** The typical duration of each period; periods without a check are left out. */
function DurationLine({ bars, label }: { bars: readonly HealthBar[]; label: string }) {
  const most = Math.max(...bars.map(({ latencyMs }) => latencyMs ?? 0), 1);
  const isChecked = ({ latencyMs }: HealthBar) => latencyMs !== undefined;
  const [first, last] = [bars.findIndex(isChecked), bars.findLastIndex(isChecked)];
  const points = bars.flatMap(({ latencyMs }, index) => {
    if (latencyMs === undefined) return [];
    const y = (HEIGHT - 1 - (latencyMs / most) * (HEIGHT - 2)).toFixed(2);
    const at = (part: number) => `${(((index + part) / bars.length) * WIDTH).toFixed(2)},${y}`;
    // A line has two ends, also that of a single period.
    return index === first && index === last ? [at(0), at(1)] : [at(0.5)];
  });
  return (
    <svg
      className={classes.duration}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** How the service responded to the health checks of the last 7 days. */
export function HealthReport({ slug }: { slug: string }) {
  const { data: report, error, refetch } = useQuery(publishedHealthQuery(slug));
  const [openedAtMs] = useState(() => Date.now());
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
  const { status, checkedAt, history } = report;
  const bars = healthBars(history, openedAtMs);
  const failed = history.filter(({ healthy }) => !healthy);
  return (
    <Stack>
      <Card
        title="Health checks"
        aside={
          <span className={classes.line}>
            <StateBadge state={status} />
            {checkedAt !== null && (
              <span>
                checked <RelativeTime at={checkedAt} />
              </span>
            )}
          </span>
        }
      >
        <div className={classes.health}>
          <p className={classes.note}>{checksText(history)}</p>
          {history.length > 0 && (
            <>
              <Bars bars={bars} label={checksText(history)} />
              <p className={classes.note}>{durationText(history)}</p>
              <DurationLine bars={bars} label={durationText(history)} />
              <p className={classes.ends} aria-hidden="true">
                <span>7 days ago</span>
                <span>now</span>
              </p>
            </>
          )}
        </div>
      </Card>
      {failed.length > 0 && (
        <DataTable
          label="Failed checks"
          columns={FAILED_COLUMNS}
          rows={failed.slice(0, MAX_FAILED)}
          rowKey={({ checkedAt: at }) => at}
          empty={null}
        />
      )}
    </Stack>
  );
}
