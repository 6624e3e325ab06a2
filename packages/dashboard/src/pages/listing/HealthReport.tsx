import { Group, Stack } from '@mantine/core';
import type { CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { type Outage, outagesOf, outageTimes, timeDown } from '../../data/outages.ts';
import { Chart } from '../../orders/Chart.tsx';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Legend } from '../../ui/ChartParts.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FigureStrip } from '../../ui/FigureStrip.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { exactTime, formatDuration, lastingTime } from '../../ui/text.ts';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import classes from './page.module.css';
import {
  checksText,
  figuresOf,
  gapText,
  type HealthBar,
  healthBars,
  outagePlace,
} from './health.ts';
import { type OwnCalls, refusedInWords, TOO_FEW_CALLS } from './words.ts';

const columnsAt = (nowMs: number): readonly Column<Outage>[] => [
  { head: 'Down', cell: (outage) => outageTimes(outage, nowMs), onPhone: 'only' },
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

interface BarsProps {
  bars: readonly HealthBar[];
  outages: readonly Outage[];
  nowMs: number;
  label: string;
}

/** The newest outage in words, above where it is drawn. */
function OutageLabel({ bars, outages: [newest, ...others], nowMs }: Omit<BarsProps, 'label'>) {
  if (!newest) return null;
  const { from, width } = outagePlace(newest, bars);
  const at = from + width / 2;
  const lasted = newest.toMs === undefined ? '' : `, ${timeDown([newest])}`;
  const more = others.length === 0 ? '' : `, and ${others.length} earlier`;
  return (
    <p className={classes.outage}>
      <span style={{ flex: at }} />
      {newest.toMs === undefined && 'Down '}
      {outageTimes(newest, nowMs)}
      {lasted}
      {more}
      <span style={{ flex: 1 - at }} />
    </p>
  );
}

/** Whether there were checks, two hours in each bar, with the outages at their times: above a chart of the same times. */
function Bars({ bars, outages, nowMs, label }: BarsProps) {
  return (
    <div>
      <OutageLabel bars={bars} outages={outages} nowMs={nowMs} />
      <div className={classes.bars} role="img" aria-label={label}>
        {bars.map(({ fromMs, state, title }) => (
          <span key={fromMs} data-state={state} title={title} />
        ))}
        {outages.map((outage) => {
          const { from, width } = outagePlace(outage, bars);
          return (
            <i
              key={outage.fromMs}
              title={`Down ${outageTimes(outage, nowMs)}`}
              style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** What the colours mean, of those that there are. */
function Colours({ bars, outages }: Pick<BarsProps, 'bars' | 'outages'>) {
  const has = (state: HealthBar['state']) => bars.some((bar) => bar.state === state);
  return (
    <Legend>
      {has('healthy') && <span data-color="up">Checks succeeded</span>}
      {outages.length > 0 && <span data-color="down">Down</span>}
      {has('none') && <span data-color="none">No check was made</span>}
      <span data-color="1" data-line>
        Median check time in 2 hours
      </span>
    </Legend>
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

/** What the figures above say nothing about: calls of one's own, refused inputs; why there are none. */
function Calls({ listing: { slug, quality }, own, isOwn }: HealthReportProps) {
  const refused = quality ? refusedInWords(quality) : '';
  const link = isOwn && (
    <Link href={`/sales?tab=calls&listing=${slug}`}>Every call to your listing</Link>
  );
  if (quality && !own && refused === '') return link && <p>{link}</p>;
  return (
    <Card title="Calls" foot={link}>
      <Stack>
        {!quality && <p className={classes.note}>{TOO_FEW_CALLS}</p>}
        {own && <YourCalls slug={slug} own={own} />}
        {refused !== '' && <p className={classes.note}>{refused}</p>}
      </Stack>
    </Card>
  );
}

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
  const columns = useMemo(() => columnsAt(openedAtMs), [openedAtMs]);
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
  const { status, history } = report;
  const unchecked = gapText(history, openedAtMs);
  const outages = outagesOf(history);
  return (
    <Stack>
      <Card
        title="Health checks"
        aside={
          <Group>
            <StateBadge state={status} />
          </Group>
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
              <Colours bars={bars} outages={outages} />
              <Bars bars={bars} outages={outages} nowMs={openedAtMs} label={checksText(history)} />
              <DurationChart bars={bars} />
              {unchecked !== '' && <p className={classes.note}>{unchecked}</p>}
            </>
          )}
        </Stack>
      </Card>
      {outages.length > 0 && (
        <>
          <h2>Outages</h2>
          <DataTable
            label="Outages"
            columns={columns}
            rows={outages.slice(0, MAX_OUTAGES)}
            rowKey={({ fromMs }) => String(fromMs)}
            empty={null}
          />
        </>
      )}
    </Stack>
  );
}
