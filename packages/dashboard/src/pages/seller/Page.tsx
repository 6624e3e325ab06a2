import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { NotFoundError, type SellerProfile } from '@mkt/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'wouter';
import { HOUR_MS, useOtherListings, useOutages } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { downInWords } from '../../data/outages.ts';
import { SELLER_PAGE, sellerQuery } from '../../data/sellers.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureStrip } from '../../ui/FigureStrip.tsx';
import { CategoryLinks, ListingCard, ListingCards } from '../../ui/ListingCard.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { SearchInstead } from '../../ui/OtherListings.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { isUnnamed, sellerName, shortSellerId } from '../../ui/seller-name.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import {
  categoriesOf,
  figuresOf,
  initialsOf,
  isSellerSort,
  SORTS,
  sorted,
  summaryOf,
} from './words.ts';

const isHttps = (href: string) => URL.canParse(href) && new URL(href).protocol === 'https:';

const shownUrl = (url: string) => url.replace(/^https:\/\//, '').replace(/\/$/, '');

/** A link that a stranger gave: only https, and without telling the site where it was found. */
const OutsideLink = ({ href }: { href: string }) =>
  isHttps(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      <VisibleText>{shownUrl(href)}</VisibleText>
    </a>
  ) : (
    <VisibleText>{href}</VisibleText>
  );

/** The links and the contact of a seller, beside each other; nothing if there are none. */
function ProfileLinks({ profile }: { profile: SellerProfile }) {
  const links = [
    ['Website', profile.website],
    ['Contact', profile.contact],
    ['Terms', profile.termsUrl],
    ['Documentation', profile.documentationUrl],
  ] as const;
  const given = links.filter(([, text]) => text !== null);
  if (given.length === 0) return null;
  return (
    <dl className={classes.links}>
      {given.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <OutsideLink href={text ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const catalogueLink = <Link href="/catalogue">Catalogue</Link>;

/** In place of a seller that does not exist. */
const Instead = () => <SearchInstead of={useOtherListings()} />;

/** A seller as buyers see it: who it is, and what it sells. */
export default function Seller() {
  const { id } = useParams<{ id: string }>();
  const [params, setParams] = useSearchParams();
  const seller = useInfiniteQuery(sellerQuery(id));
  const { error } = seller;
  const [profile] = seller.data?.pages ?? [];
  const listings = seller.data?.pages.flatMap(({ listings: { data } }) => data) ?? [];
  const nowMs = useNow(HOUR_MS);
  const outages = useOutages(listings, SELLER_PAGE);
  if (error instanceof NotFoundError) {
    return (
      <PageNotFound
        what="Seller"
        back={{ href: '/catalogue', label: 'Open the catalogue' }}
        others={<Instead />}
      >
        The account may have been closed, or the address may be mistyped.
      </PageNotFound>
    );
  }
  if (!profile) {
    return (
      <Page title="Seller" above={catalogueLink}>
        {error ? (
          <ErrorNotice
            what="The seller could not be loaded"
            error={shownError(error)}
            onRetry={() => void seller.refetch()}
          />
        ) : (
          <PageSkeleton />
        )}
      </Page>
    );
  }
  const named = { id: profile.sellerId, name: profile.name };
  const categories = categoriesOf(listings);
  const asked = params.get('sort');
  const sort = isSellerSort(asked) ? asked : 'used';
  // Figures and an order of only some listings would mislead.
  const areAll = !seller.hasNextPage;
  return (
    <Page
      title={sellerName(named)}
      above={catalogueLink}
      mark={
        !isUnnamed(named) && (
          <Group
            component="span"
            aria-hidden="true"
            justify="center"
            w="3rem"
            h="3rem"
            bg="var(--accent)"
            c="var(--on-accent)"
            fw={600}
            bdrs="var(--r-md)"
          >
            {initialsOf(named.name)}
          </Group>
        )
      }
      intro={
        <Stack gap={6}>
          {isUnnamed(named) && <code>{shortSellerId(named)}</code>}
          {areAll && listings.length > 0 && (
            <p>
              <VisibleText>{summaryOf(listings)}</VisibleText>
            </p>
          )}
          <CategoryLinks categories={categories.map((category) => ({ category }))} />
          <ProfileLinks profile={profile} />
        </Stack>
      }
    >
      {listings.length === 0 ? (
        <EmptyState title="Nothing is for sale now" action={catalogueLink}>
          This seller has no published listing.
        </EmptyState>
      ) : (
        <Stack>
          {areAll && (
            <FigureStrip
              label="The seller in figures"
              figures={figuresOf(listings, outages, nowMs)}
            />
          )}
          <Group justify="space-between">
            <h2>Listings</h2>
            {areAll && listings.length > 1 && (
              <Group component="label" gap="xs" fz="sm" c="dimmed">
                Sort
                <NativeSelect
                  size="xs"
                  data={SORTS}
                  value={sort}
                  onChange={({ currentTarget }) =>
                    setParams({ sort: currentTarget.value }, { replace: true })
                  }
                />
              </Group>
            )}
          </Group>
          <ListingCards>
            {(areAll ? sorted(listings, sort) : listings).map((listing) => (
              <ListingCard
                key={listing.id}
                listing={listing}
                down={downInWords(outages.get(listing.slug) ?? [], nowMs)}
              />
            ))}
          </ListingCards>
          {seller.hasNextPage && (
            <Button
              variant="default"
              loading={seller.isFetchingNextPage}
              onClick={() => void seller.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}
