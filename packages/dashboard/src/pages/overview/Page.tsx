import { Button, SegmentedControl, Stack } from '@mantine/core';
import type { OrderStats, OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { ownListingsQuery } from '../../data/listings.ts';
import {
  boughtInWords,
  RANGE_STEP_MS,
  RANGES,
  statsQuery,
  type StatsRange,
} from '../../data/stats-words.ts';
import { orderStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatMoneyList } from '../../ui/text.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { Sold } from './Sold.tsx';
import classes from './page.module.css';
import { attentionItems } from './words.ts';

interface AttentionProps {
  listings: readonly OwnListing[];
  nowMs: number;
}

/** What needs attention comes first; nothing is shown if nothing does. */
function Attention({ listings, nowMs }: AttentionProps) {
  const hours = statsQuery('24h', nowMs);
  const bought = useQuery(orderStatsQuery(hours));
  const sold = useQuery({ ...salesStatsQuery(hours), enabled: listings.length > 0 });
  const items = attentionItems(listings, sold.data, bought.data);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="attention">
      <div className={classes.head}>
        <h2 id="attention">Needs attention</h2>
        <span>{items.length}</span>
      </div>
      <ul className={classes.items}>
        {items.map(({ id, tone, icon, listing, sentence, detail, action }) => (
          <li key={id} data-tone={tone}>
            <span className={classes.mark}>
              <Icon name={icon} />
            </span>
            <div>
              <h3>
                {listing} {sentence}
              </h3>
              <p>
                <VisibleText>{detail}</VisibleText>
              </p>
            </div>
            <Button size="xs" variant="default" component={Link} href={action.href}>
              {action.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the account bought, in one line. */
const Bought = ({ range, stats }: { range: StatsRange; stats: OrderStats }) => (
  <Card title="Bought" aside={<Link href="/orders">All orders</Link>}>
    {boughtInWords(stats.totals, formatMoneyList(stats.totals.spend), range)}
  </Card>
);

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** The health of the listings that buyers can call. */
function HealthList({ listings }: { listings: readonly OwnListing[] }) {
  const published = listings.filter(({ status }) => status === 'published');
  if (published.length === 0) return null;
  return (
    <Card title="Health" aside="Last 24 hours" flush>
      <ul className={classes.list}>
        {published.map(({ id, slug, health: { status, uptime24h, checkedAt } }) => (
          <li key={id}>
            <span>{slug}</span>
            <StateBadge state={status} />
            <span className={classes.checked}>
              {checkedAt && (
                <>
                  checked <RelativeTime at={checkedAt} />
                </>
              )}
            </span>
            <span className={classes.uptime}>
              {uptime24h === null ? 'no data' : PERCENT.format(uptime24h)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const LABELS: Readonly<Record<StatsRange, string>> = { '24h': '24 h', '7d': '7 d', '30d': '30 d' };
const CHOICES = RANGES.map((value) => ({ value, label: LABELS[value] }));

/** What needs attention, and what was sold and bought. */
export default function Overview() {
  const [params, setParams] = useSearchParams();
  const nowMs = useNow(RANGE_STEP_MS);
  const range = RANGES.find((known) => known === params.get('range')) ?? '24h';
  const listings = useQuery(ownListingsQuery);
  const bought = useQuery(orderStatsQuery(statsQuery(range, nowMs)));
  const hasListings = (listings.data?.length ?? 0) > 0;
  const isNew = listings.data?.length === 0 && bought.data?.totals.calls === 0;
  const failed = listings.isError ? listings : bought.isError ? bought : undefined;
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          data={CHOICES}
          value={range}
          onChange={(value) => setParams(value === '24h' ? {} : { range: value })}
        />
      }
    >
      <Stack gap="xl">
        {failed && (
          <ErrorNotice
            what="The overview could not be loaded"
            error={shownError(failed.error)}
            onRetry={() => void failed.refetch()}
          />
        )}
        {(listings.isPending || bought.isPending) && !failed && <PageSkeleton />}
        {listings.data && <Attention listings={listings.data} nowMs={nowMs} />}
        {listings.data && <FirstSteps listings={listings.data} />}
        {hasListings && <Sold range={range} nowMs={nowMs} />}
        {listings.data && hasListings && <HealthList listings={listings.data} />}
        {bought.data && !isNew && <Bought range={range} stats={bought.data} />}
      </Stack>
    </Page>
  );
}
