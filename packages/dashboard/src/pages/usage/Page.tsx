import { Button, SegmentedControl, Select, Stack } from '@mantine/core';
import type { Usage } from '@mkt/client';
import { usageCsv } from '@mkt/protocol/csv';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import {
  comparable,
  comparison,
  COUNT,
  courseBefore,
  growthInWords,
  RANGE_STEP_MS,
  shareInWords,
  spansOf,
  wholeOf,
} from '../../data/stats-words.ts';
import { usageQuery } from '../../data/stats.ts';
import { CallTiles } from '../../orders/CallTiles.tsx';
import { MoneyTile } from '../../orders/MoneyTile.tsx';
import { type Column, DataTable, PhoneEntry, RowLink } from '../../ui/DataTable.tsx';
import { downloadCsv } from '../../ui/download.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MoneyList } from '../../ui/Money.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { byCurrency } from '../../ui/amounts.ts';
import { visibleString } from '../../ui/visible-text.ts';
import { DailyCharts } from './DailyCharts.tsx';
import { StatementPage } from './Statement.tsx';
import classes from './page.module.css';
import {
  daysInWords,
  GROUPS,
  idOfRow,
  isFree,
  monthsUntil,
  nameOfRow,
  periodRange,
  PERIODS,
  rangeBefore,
  readUsage,
  rowsIn,
  shownCurrency,
  spentIn,
  type UsageShown,
  writeUsage,
} from './words.ts';

type Row = Usage['data'][number];

/** The orders of a row, in the same period where the list of orders has it. */
function ordersHref(row: Row, by: Usage['by'], { period }: UsageShown, state = 'all'): string {
  const of = by === 'listing' ? (row.slug ?? idOfRow(row, by)) : idOfRow(row, by);
  const params = new URLSearchParams({ [by]: of });
  if (by !== 'day' && (period === '7d' || period === '30d')) params.set('period', period);
  if (state !== 'all') params.set('state', state);
  return `/orders?${params}`;
}

/** What a row cost, in every currency. */
function spendOf(row: Row) {
  if (isFree(row)) return 'Free';
  return <MoneyList of={row.spend.filter(({ amount }) => amount > 0)} />;
}

/** How many calls failed, which leads to them. */
const failedLink = (row: Row, by: Usage['by'], shown: UsageShown) =>
  row.failed === 0 ? (
    '0'
  ) : (
    // Above the link of the row.
    <Link
      href={ordersHref(row, by, shown, 'failed')}
      aria-label={`${COUNT.format(row.failed)} failed: show them`}
      style={{ position: 'relative', zIndex: 1 }}
    >
      {COUNT.format(row.failed)}
    </Link>
  );

interface RowsProps {
  usage: Usage | undefined;
  shown: UsageShown;
  currency: string | undefined;
}

/** What each key, listing or day cost. */
function UsageRows({ usage, shown, currency }: RowsProps) {
  const by = usage?.by ?? shown.by;
  const total = usage && currency ? spentIn(usage.totals, currency) : 0;
  const isOneOfSeveral = usage !== undefined && usage.totals.spend.length > 1;
  const columns = useMemo((): Column<Row>[] => {
    const name = (row: Row) => {
      const text = <VisibleText>{nameOfRow(row, by)}</VisibleText>;
      return row.calls > 0 ? <RowLink href={ordersHref(row, by, shown)}>{text}</RowLink> : text;
    };
    return [
      { head: { key: 'Key', listing: 'Listing', day: 'Day' }[by], cell: name },
      { head: 'Calls', width: '6rem', align: 'end', cell: ({ calls }) => COUNT.format(calls) },
      { head: 'Failed', width: '6rem', align: 'end', cell: (row) => failedLink(row, by, shown) },
      {
        head: isOneOfSeveral ? `Share of ${currency}` : 'Share',
        width: '8rem',
        align: 'end',
        cell: (row) => (currency ? shareInWords(spentIn(row, currency), total) : '–'),
      },
      {
        head: 'Spend',
        width: 'minmax(7rem, 12rem)',
        align: 'end',
        cell: spendOf,
      },
    ];
  }, [by, shown, currency, total, isOneOfSeveral]);
  const rows = useMemo(() => usage && rowsIn(usage, currency), [usage, currency]);
  const order = isOneOfSeveral ? `the highest spend in ${currency} first` : 'the most calls first';
  return (
    <DataTable
      label={`Usage by ${by}, ${by === 'day' ? 'newest first' : order}`}
      columns={columns}
      rows={rows}
      rowKey={by === 'day' ? dayOf : by === 'key' ? keyOf : listingOf}
      renderEntry={(row) => (
        <PhoneEntry
          title={columns[0]?.cell(row)}
          end={spendOf(row)}
          state={`${COUNT.format(row.calls)} ${row.calls === 1 ? 'call' : 'calls'}`}
          stateEnd={row.failed > 0 && <>{failedLink(row, by, shown)} failed</>}
        />
      )}
      empty={<p>Nothing in this period.</p>}
    />
  );
}

const dayOf = (row: Row) => idOfRow(row, 'day');
const keyOf = (row: Row) => idOfRow(row, 'key');
const listingOf = (row: Row) => idOfRow(row, 'listing');

const failedOf = (row: Row) => row.failed;

interface FiguresProps {
  period: UsageShown['period'];
  days: Usage;
  before: Usage | undefined;
  currency: string | undefined;
}

/** The figures of the period. */
function Figures({ period, days, before, currency }: FiguresProps) {
  const spans = spansOf(days, before, period);
  const { failed } = days.totals;
  return (
    <Tiles note={comparison(days, before, period)}>
      <MoneyTile name="Spend" period={period} stats={days} before={before} currency={currency} />
      <CallTiles period={period} stats={days} before={before} />
      <Tile
        name="Failed, not charged"
        value={COUNT.format(failed)}
        note={spans ? growthInWords(spans.now.failed, spans.before.failed) : ''}
        course={wholeOf(days.data, period).map(failedOf)}
        before={courseBefore(days, before, period, failedOf)}
      />
    </Tiles>
  );
}

interface ScopeProps {
  shown: UsageShown;
  keys: Usage | undefined;
  listings: Usage | undefined;
  onChange: (scope: Pick<UsageShown, 'key' | 'listing'>) => void;
}

/** What the figures and the charts are about: everything, one key or one listing. */
function ScopeSelect({ shown, keys, listings, onChange }: ScopeProps) {
  const group = (label: string, usage: Usage | undefined, kind: 'key' | 'listing') => ({
    group: label,
    items: (usage?.data ?? []).map((row) => ({
      value: `${kind} ${idOfRow(row, kind)}`,
      label: visibleString(nameOfRow(row, kind)),
    })),
  });
  const value = shown.key ? `key ${shown.key}` : shown.listing ? `listing ${shown.listing}` : null;
  return (
    <Select
      className={classes.scope}
      aria-label="Key or listing"
      size="xs"
      placeholder="All calls"
      data={[group('Keys', keys, 'key'), group('Listings', listings, 'listing')]}
      value={value}
      clearable
      searchable
      limit={50}
      nothingFoundMessage="Nothing was bought with this name"
      onChange={(next) => {
        const [kind, id] = next?.split(' ') ?? [];
        onChange({
          key: kind === 'key' ? id : undefined,
          listing: kind === 'listing' ? id : undefined,
        });
      }}
    />
  );
}

/** What the account bought: its cost by key, listing and day. */
function UsagePage() {
  const [params, setParams] = useSearchParams();
  const nowMs = useNow(RANGE_STEP_MS);
  const query = params.toString();
  const shown = useMemo(() => readUsage(new URLSearchParams(query)), [query]);
  const { period, by, key, listing } = shown;
  const range = periodRange(period, nowMs);
  const last = new Date(Date.parse(range.to) - 1).toISOString();
  const isMonth = period === 'month' || period === 'last-month';
  // The one with the same figures, if the period is a month.
  const month = monthsUntil(nowMs)[period === 'last-month' ? 1 : 0];
  const show = (changes: Partial<UsageShown>) => setParams(writeUsage({ ...shown, ...changes }));
  const scope = { ...(key ? { keyId: key } : {}), ...(listing ? { listingId: listing } : {}) };
  const keep = { placeholderData: keepPreviousData };
  const days = useQuery({ ...usageQuery({ ...range, by: 'day', ...scope }), ...keep });
  const before = useQuery({
    ...usageQuery({ ...rangeBefore(period, nowMs), by: 'day', ...scope }),
    ...keep,
  });
  const keys = useQuery({ ...usageQuery({ ...range, by: 'key' }), ...keep });
  const listings = useQuery({ ...usageQuery({ ...range, by: 'listing' }), ...keep });
  const table = { key: keys, listing: listings, day: days }[by].data;
  const currencies =
    keys.data?.totals.spend.toSorted(byCurrency).map(({ currency }) => currency) ?? [];
  const currency = days.data && shownCurrency(days.data.totals, shown.currency);
  const failed = [days, keys, listings].find(({ isError }) => isError);
  const isEmpty = keys.data?.totals.calls === 0;
  // Everything is shown at once, so that the charts are drawn only once.
  const isReady = days.data && keys.data && !before.isPending;
  // While another period loads, the figures are still those of the last one.
  const isCompared = !days.isPlaceholderData && !before.isPlaceholderData;
  const compared = {
    period,
    before: isCompared ? comparable(before.data, days.data) : undefined,
    currency,
  };
  const save = () => {
    if (!table) return;
    downloadCsv(`usage-by-${by}-${range.from.slice(0, 10)}-${last.slice(0, 10)}.csv`, [
      usageCsv(table),
    ]);
  };
  return (
    <Page
      title="Usage"
      intro={`What you spent, ${daysInWords(range.from, last)} (UTC).`}
      actions={
        <>
          <Button variant="default" component={Link} href={`/usage/${month?.value ?? ''}`}>
            {isMonth ? `Statement for ${month?.label}` : 'Monthly statement'}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            disabled={!table || isEmpty}
            onClick={save}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        <div className={classes.filters} role="group" aria-label="Filter usage">
          <Select
            className={classes.select}
            aria-label="Period"
            size="xs"
            data={PERIODS}
            value={period}
            allowDeselect={false}
            onChange={(next) => show({ period: next ?? period })}
          />
          <ScopeSelect shown={shown} keys={keys.data} listings={listings.data} onChange={show} />
        </div>
        {failed && (
          <ErrorNotice
            what="Your usage could not be loaded"
            error={shownError(failed.error)}
            onRetry={() => void failed.refetch()}
          />
        )}
        {!failed && !isReady && !isEmpty && <PageSkeleton />}
        {isEmpty ? (
          <EmptyState
            title="Nothing bought in this period"
            action={
              <Button component={Link} href="/catalogue">
                Open the catalogue
              </Button>
            }
            command="npx mkt usage --by key"
          >
            Calls appear here, with their cost, a few seconds after they finish.
          </EmptyState>
        ) : (
          isReady && (
            <>
              <Figures {...compared} days={days.data} />
              <DailyCharts
                {...compared}
                isCompared={isCompared}
                days={days.data}
                currencies={currencies}
                onCurrency={(next) => show({ currency: next })}
              />
              <section aria-labelledby="usage-rows">
                <div className={classes.head}>
                  <h2 id="usage-rows">Breakdown</h2>
                  <SegmentedControl
                    aria-label="Rows"
                    size="xs"
                    data={GROUPS}
                    value={by}
                    onChange={(next) => show({ by: next })}
                  />
                </div>
                <UsageRows usage={table} shown={shown} currency={currency} />
              </section>
            </>
          )
        )}
      </Stack>
    </Page>
  );
}

/** Usage, and with a month in the URL its statement. */
export default function UsageOrStatement() {
  const { month } = useParams<{ month?: string }>();
  return month === undefined ? <UsagePage /> : <StatementPage key={month} month={month} />;
}
