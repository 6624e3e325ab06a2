import type { OwnListing } from '@mkt/client';
import { Link } from 'wouter';
import { useFailedDay } from '../../data/catalogue.ts';
import { outagesOf, outageTimes } from '../../data/outages.ts';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatUptime } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { healthOf } from './words.ts';

const SHOWN = 5;

const othersInWords = (count: number) =>
  count === 1 ? 'The other listing was up.' : `The other ${count} listings were up.`;

/** A listing that was down, and when. */
function DownListing({ of: { slug, title, health } }: { of: OwnListing }) {
  const [last] = outagesOf(useFailedDay(slug, health) ?? []);
  return (
    <BarRow
      name={
        <>
          {health.status === 'unhealthy' && (
            <span className={classes.unhealthy}>
              <Icon name="warn" />
              <span className="visually-hidden">Unhealthy: </span>
            </span>
          )}
          <Link href={`/listings/${slug}?tab=health`}>
            <VisibleText>{title}</VisibleText>
          </Link>{' '}
          {last && <small className={classes.dim}>down {outageTimes(last)}</small>}
        </>
      }
      figure={`up ${formatUptime(health.uptime24h ?? 0)}`}
      share={null}
    />
  );
}

/** The health of the listings that buyers can call: those that were down, the worst first. */
export function Health({ listings }: { listings: readonly OwnListing[] }) {
  const { checked, down } = healthOf(listings);
  if (!listings.some(({ status }) => status === 'published')) return null;
  const rest = down.length - SHOWN;
  const others = checked - down.length;
  return (
    <Card title="Health" aside="last 24 hours">
      {down.length === 0 && (
        <p className={classes.dim}>
          {checked === 0 && (
            <>
              No health checks yet. <Link href="/selling">A listing</Link> with a health endpoint
              shows buyers that it is up.
            </>
          )}
          {checked === 1 && 'Your listing was up.'}
          {checked > 1 && `All ${checked} listings that are checked were up.`}
        </p>
      )}
      <BarList>
        {down.slice(0, SHOWN).map((listing) => (
          <DownListing key={listing.id} of={listing} />
        ))}
      </BarList>
      {(rest > 0 || (down.length > 0 && others > 0)) && (
        <p className={classes.rest}>
          {rest > 0 && (
            <>
              <Link href="/selling">{rest} more</Link> were down for a shorter time.{' '}
            </>
          )}
          {others > 0 && othersInWords(others)}
        </p>
      )}
    </Card>
  );
}
