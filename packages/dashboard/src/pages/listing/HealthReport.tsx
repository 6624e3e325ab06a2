import { Group, Stack, Text } from '@mantine/core';
import type { CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { type Outage, outagesOf, outageTimes } from '../../data/outages.ts';
import { COUNT } from '../../data/stats-words.ts';
import { Chart } from '../../orders/Chart.tsx';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Legend } from '../../ui/ChartParts.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FigureStrip } from '../../ui/FigureStrip.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { exactTime, formatDuration, lastingTime, successText } from '../../ui/text.ts';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import classes from './page.module.css';
import { checksText, figuresOf, gapText, type HealthBar, healthBars, legendOf } from './health.ts';
import { callsInWords, type OwnCalls, TOO_FEW_CALLS } from './words.ts';

const OUTAGE_COLUMNS: readonly Column<Outage>[] = [
  { head: 'Down', cell: outageTimes, onPhone: 'only' },
  {
    head: 'For',
    cell: ({ fromMs, toMs }) => (toMs === undefined ? 'until now' : lastingTime(fromMs, toMs)),
    width: '8rem',
  },
  { head: 'Failed checks', cell: ({ checks }) => checks, width: '8rem', align: 'end' },
  { head: 'Response', cell: ({ statusCode }) => statusCode ?? 'none', width: '8rem', align: 'end' },
];
/** How many outages are shown, newest first. */
const MAX_OUTAGES = 50;

function Bars({ bars, label }: { bars: readonly HealthBar[]; label: string }) {
  return (
    <div className={classes.bars} role="img" aria-label={label}>
      {bars.map(({ fromMs, state, title }) => (
        <span key={fromMs} data-state={state} title={title} />
      ))}
    </div>
  );
}

const SECOND_MS = 1_000;
const CHART_PX = 110;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_S = 24 * 3_600;
/** Below the first hours of a day: the day. */
const dayOf = (seconds: number) => (seconds % DAY_S === 0 ? DAY.format(seconds * SECOND_MS) : '');
const placeOf = (seconds: number) => `2 hours from ${exactTime(seconds * SECOND_MS)}`;

/** The median duration of each period; periods without a check are gaps. */
function DurationChart({ bars }: { bars: readonly HealthBar[] }) {
  const times = useMemo(() => bars.map(({ fromMs }) => fromMs / SECOND_MS), [bars]);
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        label: 'Median',
        kind: 'line',
        color: 1,
        values: bars.map(({ latencyMs }) => latencyMs ?? null),
      },
    ],
    [bars],
  );
  return (
    <Chart
      label="Median duration of the checks"
      times={times}
      series={series}
      height={CHART_PX}
      format={formatDuration}
      formatTime={dayOf}
      formatPlace={placeOf}
    />
  );
}

export interface HealthReportProps {
  listing: CatalogueListing;
  own: OwnCalls | undefined;
  isOwn: boolean;
}

/** How the calls of the person who looks at it ended, the ones of each kind of failure together. */
function YourCalls({ slug, own }: { slug: string; own: OwnCalls }) {
  const { name, calls, completed, failures } = own;
  return (
    <BarList title={name}>
      <BarRow
        name={<Link href={`/orders?listing=${slug}`}>Succeeded</Link>}
        figure={`${completed} of ${calls}`}
        share={completed / calls}
        of="uptime"
      />
      {failures.map(({ reason, count }) => (
        <BarRow
          key={reason}
          name={<Link href={`/orders?listing=${slug}&state=failed`}>{reason}</Link>}
          figure={`${count} of ${calls}`}
          share={null}
        />
      ))}
    </BarList>
  );
}

/** How calls ended: what buyers come for. A service can be there, and fail at its work. */
const Calls = ({ listing: { slug, quality }, own, isOwn }: HealthReportProps) => (
  <Card
    title="Calls"
    foot={
      isOwn && <Link href={`/sales?tab=calls&listing=${slug}`}>Every call to your listing</Link>
    }
  >
    <Stack>
      {quality ? (
        <div>
          <BarList title="All buyers, last 7 days">
            <BarRow
              name={`Succeeded, of ${COUNT.format(quality.calls)} calls`}
              figure={successText(quality)}
              share={quality.successRate}
              of="uptime"
            />
          </BarList>
          <Text mt="xs" size="sm" c="dimmed">
            {callsInWords(quality)}
          </Text>
        </div>
      ) : (
        <p className={classes.note}>{TOO_FEW_CALLS}</p>
      )}
      {own && <YourCalls slug={slug} own={own} />}
    </Stack>
  </Card>
);

/** How calls ended, and then how the service responded to the health checks of the last 7 days. */
export default function HealthReport({ listing, own, isOwn }: HealthReportProps) {
  return (
    <Stack>
      <Calls listing={listing} own={own} isOwn={isOwn} />
      <HealthChecks slug={listing.slug} />
    </Stack>
  );
}

function HealthChecks({ slug }: { slug: string }) {
  const { data: report, error, refetch } = useQuery(publishedHealthQuery(slug));
  const [openedAtMs] = useState(() => Date.now());
  const bars = useMemo(() => healthBars(report?.history ?? [], openedAtMs), [report, openedAtMs]);
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
  const explained = [legendOf(bars), gapText(history)].filter(Boolean);
  const outages = outagesOf(history);
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
        <Stack gap="xs">
          <p className={classes.note}>
            Every 5 minutes the marketplace asks whether the service is there. That is no call:
            calls can fail while the checks succeed.
          </p>
          {history.length === 0 ? (
            <p className={classes.note}>{checksText(history)}</p>
          ) : (
            <>
              <FigureStrip label="The checks in figures" figures={figuresOf(history, openedAtMs)} />
              <Bars bars={bars} label={checksText(history)} />
              <Group justify="space-between" fz="xs" c="dimmed" aria-hidden="true">
                <span>7 days ago</span>
                <span>now</span>
              </Group>
              {explained.map((says) => (
                <p key={says} className={classes.note}>
                  {says}
                </p>
              ))}
              <Legend>
                <span data-color="1" data-line>
                  Median check time in 2 hours
                </span>
              </Legend>
              <DurationChart bars={bars} />
            </>
          )}
        </Stack>
      </Card>
      {outages.length > 0 && (
        <>
          <h2>Outages</h2>
          <DataTable
            label="Outages"
            columns={OUTAGE_COLUMNS}
            rows={outages.slice(0, MAX_OUTAGES)}
            rowKey={({ fromMs }) => String(fromMs)}
            empty={null}
          />
        </>
      )}
    </Stack>
  );
}
