import { Group, Stack } from '@mantine/core';
import type { CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import {
  checksText,
  durationsText,
  gapText,
  type HealthBar,
  healthBars,
  outagePlace,
} from '../../data/health.ts';
import { type Outage, outagesOf, outageTimes, timeDown } from '../../data/outages.ts';
import { Chart } from '../../orders/Chart.tsx';
import { HealthBars } from '../../orders/HealthBars.tsx';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Legend } from '../../ui/ChartParts.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { exactTime, formatDuration, upperFirst } from '../../ui/text.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import type { ChartSeries } from '../../ui/time-chart-options.ts';
import classes from './page.module.css';
import { type OwnCalls, refusedInWords, TOO_FEW_CALLS } from './words.ts';

const columnsAt = (nowMs: number): readonly Column<Outage>[] => [
  { head: 'Down', cell: (outage) => upperFirst(outageTimes(outage, nowMs)), onPhone: 'only' },
  {
    head: 'For',
    cell: (outage) => (outage.toMs === undefined ? 'until now' : timeDown([outage])),
    width: '8rem',
  },
  { head: 'Failed checks', cell: ({ checks }) => checks, width: '8rem', align: 'end' },
  { head: 'Response', cell: ({ statusCode }) => statusCode ?? 'none', width: '8rem', align: 'end' },
];
/** How many outages are shown, newest first. */
const MAX_OUTAGES = 50;

interface OutagesProps {
  bars: readonly HealthBar[];
  outages: readonly Outage[];
  nowMs: number;
}

/** Nearer to an edge than this, a label is beside what it names, not above its middle. */
const NEAR = 0.3;

/** The newest outage in words, above where it is drawn. */
function OutageLabel({ bars, outages: [newest], nowMs }: OutagesProps) {
  if (!newest) return null;
  const { from, width } = outagePlace(newest, bars);
  const at = from + width / 2;
  const shift = at < NEAR ? 0 : at > 1 - NEAR ? -100 : -50;
  const lasted = newest.toMs === undefined ? '' : `, ${timeDown([newest])}`;
  return (
    <p className={classes.outage}>
      <span style={{ left: `${at * 100}%`, translate: `${shift}%` }}>
        {newest.toMs === undefined && 'Down '}
        {newest.toMs === undefined
          ? outageTimes(newest, nowMs)
          : upperFirst(outageTimes(newest, nowMs))}
        {lasted}
      </span>
    </p>
  );
}

interface ColoursProps extends Pick<OutagesProps, 'bars' | 'outages'> {
  hours: number;
}

/** What the colours mean, of those that there are. */
function Colours({ bars, outages, hours }: ColoursProps) {
  return (
    <Legend>
      {bars.some(({ state }) => state === 'healthy') && <span data-color="up">Checked and up</span>}
      {outages.length > 0 && <span data-color="down">Down</span>}
      {bars.some(({ checked }) => checked < 1) && (
        <span data-color="none">Empty part of a bar: not checked</span>
      )}
      <span data-color="1" data-line>
        Median check time in {hours} hours
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

/** The median duration of each period; periods without a check are gaps. */
function DurationChart({ bars, hours }: { bars: readonly HealthBar[]; hours: number }) {
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
  const placeOf = useCallback(
    (seconds: number) => `${hours} hours from ${exactTime(seconds * SECOND_MS)}`,
    [hours],
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

const DAYS = 7;
/** In each bar; more where bars of fewer would be lines. */
const HOURS = 2;
const PHONE_HOURS = 6;

function HealthChecks({ slug }: { slug: string }) {
  const { data: report, error, refetch } = useQuery(publishedHealthQuery(slug));
  const [openedAtMs] = useState(() => Date.now());
  const hours = useIsPhone() ? PHONE_HOURS : HOURS;
  const bars = useMemo(
    () => healthBars(report?.history ?? [], openedAtMs, hours, DAYS),
    [report, openedAtMs, hours],
  );
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
          <p>
            {checksText(history)} {durationsText(history, openedAtMs)}
          </p>
          {history.length > 0 && (
            <>
              <Colours bars={bars} outages={outages} hours={hours} />
              <div>
                <OutageLabel bars={bars} outages={outages} nowMs={openedAtMs} />
                <div className={classes.bars}>
                  <HealthBars
                    bars={bars}
                    outages={outages}
                    nowMs={openedAtMs}
                    label={checksText(history)}
                  />
                </div>
              </div>
              <DurationChart bars={bars} hours={hours} />
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
