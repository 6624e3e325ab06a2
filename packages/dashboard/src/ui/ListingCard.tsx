import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import classes from './ListingCard.module.css';
import {
  callsText,
  capitalised,
  formatDuration,
  formatPrice,
  isNew,
  type Quality,
  qualityText,
} from './text.ts';
import { StateBadge } from './StateBadge.tsx';
import { sellerName } from './seller-name.ts';
import { VisibleText } from './VisibleText.tsx';
import { visibleString } from './visible-text.ts';

interface ListingCardProps {
  listing: {
    slug: string;
    title: string;
    description: string | null;
    /** Left out while it is not known. */
    price: { amount: number; currency: string; unit: string } | undefined;
    health: { status: 'healthy' | 'unhealthy' | 'unknown' | 'not_configured' };
    /** `null` if too few calls count. */
    quality: Quality | null;
    tags: readonly string[] | null;
    category: string | null;
    /** Left out where it is not published yet. */
    createdAt?: string;
  };
  /** Left out where all listings have the same. */
  seller?: { id: string; name: string } | undefined;
  /** Its outages of the last day in words. */
  down?: string | undefined;
  /** Whether it does not exist yet: nothing leads to it. */
  isPreview?: boolean;
}

const SHOWN_WORDS = 3;

/** A category and tags as sellers typed them, each once. */
function wordsOf(category: string | null, tags: readonly string[]): string[] {
  if (category === null) return [...tags];
  const isOther = (tag: string) => tag.toLowerCase() !== category.toLowerCase();
  return [capitalised(category), ...tags.filter(isOther)];
}

/** A listing as a hit: what it does, what it costs, who sells it, and whether it works. */
export function ListingCard({ listing, seller, down = '', isPreview = false }: ListingCardProps) {
  const { slug, title, description, price, health, quality, tags, category, createdAt } = listing;
  const [openedAtMs] = useState(() => Date.now());
  const about = wordsOf(category, tags ?? []);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div>
          <h2>
            {isPreview ? (
              <VisibleText>{title}</VisibleText>
            ) : (
              <Link href={`/listings/${slug}`} className={classes.link}>
                <VisibleText>{title}</VisibleText>
              </Link>
            )}
          </h2>
          <p className={classes.by}>
            {seller &&
              (isPreview ? (
                <VisibleText>{sellerName(seller)}</VisibleText>
              ) : (
                <Link href={`/sellers/${seller.id}`} className={classes.seller}>
                  <VisibleText>{sellerName(seller)}</VisibleText>
                </Link>
              ))}
            <code>{slug}</code>
          </p>
        </div>
        {price && (
          <p className={classes.price}>
            {formatPrice(price)}{' '}
            {price.amount > 0 && (
              <small>
                per <VisibleText>{price.unit}</VisibleText>
              </small>
            )}
          </p>
        )}
      </div>
      <p className={classes.text}>
        <VisibleText>{description ?? ''}</VisibleText>
      </p>
      <div className={classes.foot}>
        <p>
          <VisibleText>{about.slice(0, SHOWN_WORDS).join(' · ')}</VisibleText>
          {about.length > SHOWN_WORDS && (
            <span title={visibleString(about.join(', '))}> +{about.length - SHOWN_WORDS}</span>
          )}
        </p>
        <p>
          <span className={classes.calls} title={qualityText(quality)}>
            {quality
              ? callsText(quality)
              : createdAt === undefined || isNew(createdAt, openedAtMs)
                ? 'New'
                : 'Few calls'}
          </span>
          {typeof quality?.p95Ms === 'number' && <span>p95 {formatDuration(quality.p95Ms)}</span>}
        </p>
        <p>
          {/* What does not exist yet is not healthy either. */}
          {(health.status !== 'healthy' || !isPreview) && (
            <StateBadge
              state={health.status === 'healthy' && down !== '' ? 'healthy-now' : health.status}
            />
          )}
          {down !== '' && (
            <span data-down={health.status === 'unhealthy' || undefined}>{down}</span>
          )}
        </p>
      </div>
    </li>
  );
}

/** A list of `ListingCard`. */
export const ListingCards = ({
  children,
  isBusy = false,
}: {
  children: ReactNode;
  isBusy?: boolean;
}) => (
  <ul data-list className={classes.cards} aria-label="Listings" aria-busy={isBusy}>
    {children}
  </ul>
);

interface PopularListingsProps {
  listings: readonly (ListingCardProps['listing'] & {
    id: string;
    seller: { id: string; name: string };
  })[];
  /** The outages of each in words, by its slug. */
  down?: ReadonlyMap<string, string>;
  title?: string;
  /** What is shown before or instead of them. */
  children?: ReactNode;
}

/** Listings to begin with, and the way to the others. */
export const PopularListings = ({
  title = 'Popular',
  listings,
  down,
  children,
}: PopularListingsProps) => (
  <section aria-labelledby="popular">
    <div className={classes.popularHead}>
      <h2 id="popular">{title}</h2>
      <Link href="/catalogue">Browse all</Link>
    </div>
    {children}
    {listings.length > 0 && (
      <ListingCards>
        {listings.map((listing) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            seller={listing.seller}
            down={down?.get(listing.slug)}
          />
        ))}
      </ListingCards>
    )}
  </section>
);

/** The address of the catalogue with a filter. */
export const catalogueOf = (filter: Record<string, string>) =>
  `/catalogue?${new URLSearchParams(filter).toString()}`;

/** The categories that there are, each as a link; nothing without one. */
export const CategoryLinks = ({
  categories,
}: {
  /** Without a count where the link leads to more than is counted here. */
  categories: readonly { category: string; count?: number }[];
}) =>
  categories.length > 0 && (
    <ul className={classes.categories} aria-label="Categories">
      {categories.map(({ category, count }) => (
        <li key={category}>
          <Link href={catalogueOf({ category })}>
            <VisibleText>{capitalised(category)}</VisibleText>{' '}
            {count !== undefined && <span>{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
