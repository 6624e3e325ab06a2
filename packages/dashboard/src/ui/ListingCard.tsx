import type { CatalogueSummary } from '@mkt/client';
import { Link } from 'wouter';
import { formatDuration } from '../../ui/duration.ts';
import { formatMoney } from '../../ui/money.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './ListingCard.module.css';

/** A listing as a hit: what it does, what it costs, and whether it works. */
export function ListingCard({ listing }: { listing: CatalogueSummary }) {
  const { slug, title, description, price, health, tags } = listing;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>
          <Link href={`/listings/${slug}`} className={classes.link}>
            <VisibleText>{title}</VisibleText>
          </Link>
        </h2>
        <p className={classes.price}>
          {price.amount === 0 ? 'Free' : formatMoney(price)}{' '}
          <small>
            per <VisibleText>{price.unit}</VisibleText>
          </small>
        </p>
      </div>
      {description !== null && (
        <p className={classes.text}>
          <VisibleText>{description}</VisibleText>
        </p>
      )}
      <div className={classes.foot}>
        <code>{slug}</code>
        {tags?.slice(0, 3).map((tag) => (
          <span key={tag} className={classes.tag}>
            <VisibleText>{tag}</VisibleText>
          </span>
        ))}
        <span className={classes.health}>
          {health.latencyMs !== null && <span>{formatDuration(health.latencyMs)}</span>}
          <StateBadge state={health.status} />
        </span>
      </div>
    </li>
  );
}
