import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { serverMode } from '../../data/api.ts';
import { categoriesQuery, newestListingsQuery } from '../../data/catalogue.ts';
import { formText, shownError } from '../../data/errors.ts';
import { Command } from '../../ui/EmptyState.tsx';
import { ListingCard } from '../../ui/ListingCard.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { bestOf, sellingSteps } from './words.ts';

const catalogueOf = (filter: Record<string, string>) =>
  `/catalogue?${new URLSearchParams(filter).toString()}`;

/** The categories that there are; without them, people search. */
function Categories() {
  const { data: categories, isPending } = useQuery(categoriesQuery);
  if (isPending) return <Skeleton height="var(--control-sm)" width="16rem" aria-busy="true" />;
  if (!categories?.length) return null;
  return (
    <ul className={classes.categories} aria-label="Categories">
      {categories.map(({ category, count }) => (
        <li key={category}>
          <Link href={catalogueOf({ category })}>
            <VisibleText>{category}</VisibleText> <span>{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Searches the catalogue, by words or by category. */
function Search() {
  const [, navigate] = useLocation();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = formText(event.currentTarget, 'query').trim();
    navigate(query === '' ? '/catalogue' : catalogueOf({ query }));
  };
  return (
    <search className={classes.search}>
      <form onSubmit={submit} className={classes.words}>
        <TextInput
          type="search"
          name="query"
          aria-label="Search the catalogue"
          placeholder="What should it do?"
          maxLength={200}
        />
        <Button type="submit">Search</Button>
      </form>
      <Categories />
    </search>
  );
}

/** The listings to look at first. */
function Best() {
  const { data, error, isPending, refetch } = useQuery(newestListingsQuery);
  const best = data && bestOf(data);
  return (
    <section aria-labelledby="best">
      <div className={classes.head}>
        <h2 id="best">Start with these</h2>
        <Link href="/catalogue">Whole catalogue</Link>
      </div>
      {error && (
        <ErrorNotice
          what="The listings could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && (
        <div className={classes.cards} aria-busy="true">
          <Skeleton height={148} />
          <Skeleton height={148} />
          <Skeleton height={148} />
        </div>
      )}
      {best?.length === 0 && (
        <p className={classes.none}>Nothing is for sale yet. Yours can be the first.</p>
      )}
      {best && best.length > 0 && (
        <ul className={classes.cards} aria-label="Listings">
          {best.map((listing) => (
            <ListingCard key={listing.id} listing={listing} seller={listing.seller} />
          ))}
        </ul>
      )}
    </section>
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
    {serverMode.signUp === 'open' && (
      <Button variant="default" component={Link} href="/sign-up">
        Sign up
      </Button>
    )}
    <Button variant="default" component={Link} href="/sign-in">
      Sign in
    </Button>
  </>
);

/** The front door: what this marketplace is, what one can buy here, and how one sells. */
export default function Start() {
  const joining = JOINING[serverMode.signUp];
  return (
    <Page
      title="HTTP services, paid per call"
      intro="Anyone can sell an HTTP service here, and programs buy single calls of it. Try one in your browser, then call it from your code. You pay only for calls that complete."
      actions={<Join />}
    >
      <Stack gap="xl">
        <Search />
        <Best />
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
              <a href="/v1/mkt-schema">Schema of a seller’s contract</a>
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
