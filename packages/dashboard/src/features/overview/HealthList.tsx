import type { OwnListing } from '@mkt/client';
import { Card } from '../../ui/Card.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './HealthList.module.css';

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** The health of the listings that buyers can call. */
export function HealthList({ listings }: { listings: readonly OwnListing[] }) {
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
