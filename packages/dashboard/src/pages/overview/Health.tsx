import type { OwnListing } from '@mkt/client';
import { Link } from 'wouter';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatShare } from '../../ui/text.ts';
import classes from './page.module.css';
import { byHealth } from './words.ts';

const SHOWN = 5;

/** The health of the listings that buyers can call: the worst first, the rest as a number. */
export function Health({ listings }: { listings: readonly OwnListing[] }) {
  const published = byHealth(listings);
  if (published.length === 0) return null;
  const rest = published.length - SHOWN;
  return (
    <Card title="Health" aside="Up in the last 24 hours">
      <BarList>
        {published.slice(0, SHOWN).map(({ id, slug, health: { status, uptime24h } }) => (
          <BarRow
            key={id}
            name={
              <>
                {status === 'unhealthy' && (
                  <span className={classes.unhealthy}>
                    <Icon name="warn" />
                    <span className="visually-hidden">Unhealthy: </span>
                  </span>
                )}
                <Link href={`/listings/${slug}?tab=health`}>{slug}</Link>
              </>
            }
            figure={uptime24h === null ? 'no data' : formatShare(uptime24h)}
            share={uptime24h ?? 0}
            {...(uptime24h === null ? {} : { of: 'uptime' as const })}
          />
        ))}
      </BarList>
      {rest > 0 && (
        <p className={classes.rest}>
          <Link href="/selling">{rest === 1 ? '1 more' : `${rest} more`}</Link>, none of them worse
        </p>
      )}
    </Card>
  );
}
