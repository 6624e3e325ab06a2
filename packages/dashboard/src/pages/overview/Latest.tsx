import { Skeleton } from '@mantine/core';
import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ListingName } from '../../data/listings.ts';
import { RANGE_WORDS, statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { Card } from '../../ui/Card.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatPrice } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

const LOADING_PX = 120;

interface LatestProps {
  title: string;
  /** Where an order is opened. */
  path: '/orders' | '/sales';
  range: StatsRange;
  nowMs: number;
  /** How many are shown; undefined while that is not known. */
  rows: number | undefined;
  orders: UseQueryResult<readonly (OrderSummary | SellerOrderSummary)[]>;
  names: ReadonlyMap<string, ListingName> | undefined;
}

/** The newest orders of the period, each as a link: what was charged, or else why nothing was. */
export function Latest({ title, path, range, nowMs, rows, orders, names }: LatestProps) {
  const { isError } = orders;
  const { from = '' } = statsQuery(range, nowMs);
  const data =
    rows === undefined
      ? undefined
      : orders.data?.filter(({ createdAt }) => createdAt >= from).slice(0, rows);
  return (
    <Card title={title} aside="UTC">
      {!data && !isError && <Skeleton height={LOADING_PX} />}
      {isError && <p className={classes.dim}>They could not be loaded.</p>}
      {data?.length === 0 && <p className={classes.dim}>None in {RANGE_WORDS[range]}.</p>}
      <ul className={classes.latest}>
        {data?.map(({ id, listingId, orderState, price, createdAt }) => (
          <li key={id}>
            <Link href={`${path}/${id}`}>
              <VisibleText>{names?.get(listingId)?.title ?? 'A deleted listing'}</VisibleText>
            </Link>
            {orderState === 'completed' ? (
              <span>{formatPrice(price)}</span>
            ) : (
              <StateBadge state={orderState} />
            )}
            <span className={classes.dim}>
              <RelativeTime at={createdAt} inUtcColumn />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
