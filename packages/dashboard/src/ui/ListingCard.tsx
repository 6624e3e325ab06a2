import { Link } from 'wouter';
import classes from './ListingCard.module.css';
import { formatPrice, type Quality, qualityText, shortQualityText } from './text.ts';
import { StateBadge } from './StateBadge.tsx';
import { VisibleText } from './VisibleText.tsx';

interface ListingCardProps {
  listing: {
    slug: string;
    title: string;
    description: string | null;
    price: { amount: number; currency: string; unit: string };
    health: { status: 'healthy' | 'unhealthy' | 'unknown' | 'not_configured' };
    /** `null` if too few calls count. */
    quality: Quality | null;
    tags: readonly string[] | null;
    category: string | null;
  };
  /** Left out where all listings have the same. */
  seller?: { id: string; name: string };
}

/** A listing as a hit: what it does, what it costs, who sells it, and whether it works. */
export function ListingCard({ listing, seller }: ListingCardProps) {
  const { slug, title, description, price, health, quality, tags, category } = listing;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div>
          <h2>
            <Link href={`/listings/${slug}`} className={classes.link}>
              <VisibleText>{title}</VisibleText>
            </Link>
          </h2>
          <p className={classes.by}>
            {seller && (
              <Link href={`/sellers/${seller.id}`} className={classes.seller}>
                <VisibleText>{seller.name}</VisibleText>
              </Link>
            )}
            <code>{slug}</code>
          </p>
        </div>
        <p className={classes.price}>
          {formatPrice(price)}{' '}
          <small>
            per <VisibleText>{price.unit}</VisibleText>
          </small>
        </p>
      </div>
      <p className={classes.text}>
        <VisibleText>{description ?? ''}</VisibleText>
      </p>
      <div className={classes.foot}>
        <span className={classes.tags}>
          {category !== null && <VisibleText>{category}</VisibleText>}
          {tags?.slice(0, 3).map((tag) => (
            <span key={tag} className={classes.tag}>
              <VisibleText>{tag}</VisibleText>
            </span>
          ))}
        </span>
        <span className={classes.health}>
          {quality && <span title={qualityText(quality)}>{shortQualityText(quality)}</span>}
          <StateBadge state={health.status} />
        </span>
      </div>
    </li>
  );
}
