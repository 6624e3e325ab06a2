import { Button, Group, Select } from '@mantine/core';
import type { Usage } from '@mkt/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { profileQuery } from '../../data/sellers.ts';
import { useUser } from '../../data/session.ts';
import { COUNT, RANGE_STEP_MS } from '../../data/stats-words.ts';
import { usageQuery } from '../../data/stats.ts';
import { Fact, Facts } from '../../ui/Card.tsx';
import { downloadCsv } from '../../ui/download.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { alignedMoney, byCurrency } from '../../ui/amounts.ts';
import type { Amount } from '../../ui/text.ts';
import classes from './page.module.css';
import {
  daysInWords,
  idOfRow,
  type Month,
  monthsUntil,
  nameOfRow,
  outcomesInWords,
  type Statement,
  statementCsv,
  statementNumber,
} from './words.ts';

interface PartProps {
  title: string;
  /** What each row is. */
  head: string;
  usage: Usage;
  /** The amounts of each currency, in the order of its columns. */
  money: ReadonlyMap<string, (money: Amount) => string>;
}

/** The rows of a statement by key, listing or day; those without a call are left out. */
function Part({ title, head, usage: { by, data, totals }, money: columns }: PartProps) {
  const rows = data.filter(({ calls }) => calls > 0);
  // There the columns of outcomes have no room.
  const isPhone = useIsPhone();
  const spend = (row: Pick<Usage['totals'], 'completed' | 'spend'>) =>
    [...columns].map(([wanted, format]) => {
      const money = row.spend.find(({ currency }) => currency === wanted);
      const amount = money && (money.amount === 0 ? 'Free' : format(money));
      return <td key={wanted}>{amount ?? '–'}</td>;
    });
  return (
    <section>
      <h2>{title}</h2>
      <table className={classes.statementTable}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Calls</th>
            <th scope="col">Completed</th>
            <th scope="col">Failed</th>
            {[...columns.keys()].map((currency) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOfRow(row, by)}>
              <th scope="row">
                <VisibleText>{nameOfRow(row, by)}</VisibleText>
                {row.slug && <code>{row.slug}</code>}
                {isPhone && row.failed > 0 && (
                  <div className={classes.note}>{outcomesInWords(row)}</div>
                )}
              </th>
              <td>{COUNT.format(row.calls)}</td>
              <td>{COUNT.format(row.completed)}</td>
              <td>{COUNT.format(row.failed)}</td>
              {spend(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{COUNT.format(totals.calls)}</td>
            <td>{COUNT.format(totals.completed)}</td>
            <td>{COUNT.format(totals.failed)}</td>
            {spend(totals)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** A column for each currency, which are never added: with the same decimals in all parts of a statement. */
function columnsOf(of: Statement): PartProps['money'] {
  const all = [of.listing, of.key, of.day].flatMap(({ data, totals }) =>
    [...data, totals].flatMap(({ spend }) => spend),
  );
  return new Map(
    of.day.totals.spend
      .toSorted(byCurrency)
      .map(({ currency: wanted }) => [
        wanted,
        alignedMoney(all.filter(({ currency }) => currency === wanted)),
      ]),
  );
}

const DAY_MS = 24 * 3_600_000;

/** The statement itself, as it is printed. */
function StatementSheet({ number, month, of }: { number: string; month: Month; of: Statement }) {
  const user = useUser();
  const { totals } = of.day;
  const columns = columnsOf(of);
  const lastDay = new Date(Date.parse(month.to) - DAY_MS).toISOString();
  return (
    <article className={classes.statement} aria-label={`Statement for ${month.label}`}>
      <Facts>
        <Fact name="Number">{number}</Fact>
        <Fact name="Account">
          {user && (
            <>
              <VisibleText>{user.name}</VisibleText>, <VisibleText>{user.email}</VisibleText>
            </>
          )}
        </Fact>
        <Fact name="Marketplace">{location.host}</Fact>
        <Fact name="Period">
          {daysInWords(month.from, lastDay)} (UTC){month.isCurrent && ', so far'}
        </Fact>
      </Facts>
      <Tiles>
        {totals.spend.toSorted(byCurrency).map((money) => (
          <Tile
            key={money.currency}
            name={`Spend in ${money.currency}`}
            value={columns.get(money.currency)?.(money) ?? ''}
            note=""
          />
        ))}
        <Tile name="Calls" value={COUNT.format(totals.calls)} note={outcomesInWords(totals)} />
      </Tiles>
      <Part title="By listing" head="Listing" usage={of.listing} money={columns} />
      <Part title="By API key" head="Key" usage={of.key} money={columns} />
      <Part title="By day" head="Day" usage={of.day} money={columns} />
      <p className={classes.note}>
        Only completed calls are charged, on the day they finished. Currencies are not added
        together.
      </p>
    </article>
  );
}

/** What one calendar month cost, to be printed or saved. */
export function StatementPage({ month: asked }: { month: string }) {
  const [, navigate] = useLocation();
  const months = monthsUntil(useNow(RANGE_STEP_MS));
  const month = months.find(({ value }) => value === asked);
  const parts = useQueries({
    queries: (['listing', 'key', 'day'] as const).map((by) => ({
      ...usageQuery({ from: month?.from ?? '', to: month?.to ?? '', by }),
      enabled: month !== undefined,
    })),
  });
  const [listing, key, day] = parts.map(({ data }) => data);
  const profile = useQuery({ ...profileQuery, enabled: month !== undefined });
  const needed = [profile, ...parts];
  const failed = needed.find(({ isError }) => isError);
  const number = profile.data && statementNumber(profile.data.sellerId, asked);
  const statement = number && listing && key && day ? { listing, key, day } : undefined;
  const hasCalls = statement !== undefined && statement.day.totals.calls > 0;
  return (
    <Page
      title={month ? `Statement for ${month.label}` : 'Statement'}
      above={<Link href="/usage">Usage</Link>}
      actions={
        <>
          <Select
            aria-label="Month"
            className={classes.select}
            data={months}
            value={month?.value ?? null}
            placeholder="Choose a month"
            allowDeselect={false}
            onChange={(value) => value && navigate(`/usage/${value}`)}
          />
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              leftSection={<Icon name="download" />}
              disabled={!hasCalls}
              onClick={() =>
                statement && downloadCsv(`statement-${number}.csv`, [statementCsv(statement)])
              }
            >
              Download CSV
            </Button>
            <Button disabled={!hasCalls} onClick={() => window.print()}>
              Print
            </Button>
          </Group>
        </>
      }
    >
      {!month && (
        <EmptyState title="There is no statement for this month">
          Statements go back two years. Choose a month above.
        </EmptyState>
      )}
      {failed && (
        <ErrorNotice
          what="The statement could not be loaded"
          error={shownError(failed.error)}
          onRetry={() => void Promise.all(needed.map(({ refetch }) => refetch()))}
        />
      )}
      {month && !statement && !failed && <PageSkeleton />}
      {month && statement && !hasCalls && (
        <EmptyState title={`Nothing bought in ${month.label}`}>
          Calls appear here, with their cost, a few seconds after they finish.
        </EmptyState>
      )}
      {month && number && statement && hasCalls && (
        <StatementSheet number={number} month={month} of={statement} />
      )}
    </Page>
  );
}
