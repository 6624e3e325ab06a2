import { Button, NativeSelect, Stack } from '@mantine/core';
import { NotFoundError, type SellerProfile } from '@mkt/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { sellerQuery } from '../../data/sellers.ts';
import { Fact, Facts } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FigureStrip } from '../../ui/FigureStrip.tsx';
import { ListingCard } from '../../ui/ListingCard.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { figuresOf, isSellerSort, SORTS, sorted } from './words.ts';

const isHttps = (href: string) => URL.canParse(href) && new URL(href).protocol === 'https:';

/** A link that a stranger gave: only https, and without telling the site where it was found. */
function OutsideLink({ href, children }: { href: string; children?: ReactNode }) {
  if (!isHttps(href)) return children ?? <VisibleText>{href}</VisibleText>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children ?? <VisibleText>{href}</VisibleText>}
    </a>
  );
}

/** The links and the contact of a seller; nothing if there are none. */
function ProfileFacts({ profile }: { profile: SellerProfile }) {
  const facts = [
    ['Website', profile.website],
    ['Contact', profile.contact],
    ['Terms', profile.termsUrl],
    ['Documentation', profile.documentationUrl],
  ] as const;
  const given = facts.filter(([, text]) => text !== null);
  if (given.length === 0) return null;
  return (
    <Facts>
      {given.map(([name, text]) => (
        <Fact key={name} name={name}>
          <OutsideLink href={text ?? ''} />
        </Fact>
      ))}
    </Facts>
  );
}

const catalogueLink = <Link href="/catalogue">Catalogue</Link>;

/** A seller as buyers see it: who it is, and what it sells. */
export default function Seller() {
  const { id } = useParams<{ id: string }>();
  const [params, setParams] = useSearchParams();
  const seller = useInfiniteQuery(sellerQuery(id));
  const { error } = seller;
  const [profile] = seller.data?.pages ?? [];
  if (error instanceof NotFoundError) {
    return (
      <Page title="No such seller" above={catalogueLink}>
        <EmptyState title="No one sells at this address" action={catalogueLink}>
          The address may be mistyped.
        </EmptyState>
      </Page>
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
  const listings = seller.data?.pages.flatMap(({ listings: { data } }) => data) ?? [];
  const asked = params.get('sort');
  const sort = isSellerSort(asked) ? asked : 'used';
  // Figures and an order of only some listings would mislead.
  const areAll = !seller.hasNextPage;
  return (
    <Page title={profile.name} above={catalogueLink} intro={<ProfileFacts profile={profile} />}>
      {listings.length === 0 ? (
        <EmptyState title="Nothing is for sale now" action={catalogueLink}>
          This seller has no published listing.
        </EmptyState>
      ) : (
        <Stack>
          {areAll && <FigureStrip label="The seller in figures" figures={figuresOf(listings)} />}
          {areAll && listings.length > 1 && (
            <NativeSelect
              className={classes.sort}
              aria-label="Order"
              data={SORTS}
              value={sort}
              onChange={({ currentTarget }) =>
                setParams({ sort: currentTarget.value }, { replace: true })
              }
            />
          )}
          <ul className={classes.hits} aria-label="Listings">
            {(areAll ? sorted(listings, sort) : listings).map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </ul>
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
