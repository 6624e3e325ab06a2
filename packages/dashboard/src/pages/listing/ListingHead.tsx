import type { CatalogueListing } from '@mkt/client';
import { Link } from 'wouter';
import { formatPrice } from '../../ui/text.ts';
import { qualityText } from '../../ui/quality-text.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

/** What the listing does, what it costs, and whether it works. */
export function ListingHead({ listing }: { listing: CatalogueListing }) {
  const { slug, seller, description, price, health, quality, tags, listingState } = listing;
  return (
    <div className={classes.head}>
      {description !== null && (
        <p>
          <VisibleText>{description}</VisibleText>
        </p>
      )}
      <p className={classes.line}>
        <span>
          by{' '}
          <Link href={`/sellers/${seller.id}`}>
            <VisibleText>{seller.name}</VisibleText>
          </Link>
        </span>
        <code>{slug}</code>
        {tags?.map((tag) => (
          <span key={tag} className={classes.tag}>
            <VisibleText>{tag}</VisibleText>
          </span>
        ))}
      </p>
      <p className={classes.line}>
        <span className={classes.price}>
          {formatPrice(price)} <small>per</small>{' '}
          <small>
            <VisibleText>{price.unit}</VisibleText>
          </small>
        </span>
        {listingState !== 'published' && <StateBadge state={listingState} />}
        <StateBadge state={health.status} />
        {health.checkedAt !== null && (
          <span>
            checked <RelativeTime at={health.checkedAt} />
          </span>
        )}
        {quality && <span>{qualityText(quality)}</span>}
      </p>
    </div>
  );
}
