import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { serverMode } from '../../data/api.ts';
import { categoriesQuery, popularListingsQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { CatalogueSearch } from '../../ui/CatalogueSearch.tsx';
import { Command } from '../../ui/EmptyState.tsx';
import { CategoryLinks, PopularListings } from '../../ui/ListingCard.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import classes from './page.module.css';
import { sellingSteps } from './words.ts';

/** The categories that there are; without them, people search. */
function Categories() {
  const { data: categories, isPending } = useQuery(categoriesQuery);
  if (isPending) return <Skeleton height="var(--control-sm)" width="16rem" aria-busy="true" />;
  return <CategoryLinks categories={categories ?? []} />;
}

/** Searches the catalogue, by words or by category. */
const Search = () => (
  <search className={classes.search}>
    <CatalogueSearch />
    <Categories />
  </search>
);

/** The listings to look at first. */
function Popular() {
  const { data, error, isPending, refetch } = useQuery(popularListingsQuery);
  return (
    <PopularListings listings={data ?? []}>
      {error && (
        <ErrorNotice
          what="The listings could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && (
        <div className={classes.cards} aria-busy="true">
          <Skeleton height={132} />
          <Skeleton height={132} />
          <Skeleton height={132} />
        </div>
      )}
      {data?.length === 0 && (
        <p className={classes.none}>Nothing is for sale yet. Yours can be the first.</p>
      )}
    </PopularListings>
  );
}

const Selling = () => (
  <section aria-labelledby="sell">
    <div className={classes.head}>
      <h2 id="sell">Sell a service of your own</h2>
    </div>
    <ol className={classes.steps}>
      {sellingSteps(location.origin).map(({ title, says, command }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{says}</p>
          <Command>{command}</Command>
        </li>
      ))}
    </ol>
  </section>
);

/** Why there is no "Sign up". */
const JOINING = {
  open: undefined,
  invite: 'Accounts are by invitation: the operator of this marketplace can send you a link.',
  closed: 'This marketplace does not accept new accounts at the moment.',
} as const;

const Join = () => (
  <>
    <Button variant="default" component={Link} href="/sign-in">
      Sign in
    </Button>
    {serverMode.signUp === 'open' && (
      <Button component={Link} href="/sign-up">
        Sign up
      </Button>
    )}
  </>
);

/** The front door: what this marketplace is, what one can buy here, and how one sells. */
export default function Start() {
  const joining = JOINING[serverMode.signUp];
  return (
    <Page
      title="HTTP services, paid per call"
      intro="Anyone can sell an HTTP service here, and programs buy it one call at a time. Try one in your browser, then call it from your code. You pay only for calls that complete."
      actions={<Join />}
    >
      <Stack gap="xl">
        <Search />
        <Popular />
        <Selling />
        <footer className={classes.foot}>
          {joining && <p>{joining}</p>}
          <ul aria-label="For programs">
            <li>
              <a href="/docs">API reference</a>
            </li>
            <li>
              <a href="/v1/openapi.json">OpenAPI document</a>
            </li>
            <li>
              <a href="/v1/mkt-schema">Contract schema</a>
            </li>
          </ul>
        </footer>
        {serverMode.dev && (
          <Notice tone="warn" title="Dev mode">
            <p>http and private addresses are allowed. Do not expose this server.</p>
          </Notice>
        )}
      </Stack>
    </Page>
  );
}
