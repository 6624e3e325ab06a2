import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { ACCOUNT_CLOSED, SELLING, signInPath, signUpPath } from '../../data/address.ts';
import { serverMode } from '../../data/api.ts';
import { categoriesQuery, popularListingsQuery, useDown } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { CatalogueSearch } from '../../ui/CatalogueSearch.tsx';
import { Command } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CategoryLinks, ListingCards, PopularListings } from '../../ui/ListingCard.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ShownCall } from './ExampleCall.tsx';
import classes from './page.module.css';
import { FACTS, PAYING, sellingSteps } from './words.ts';

/** The categories that there are; without them, people search. */
function Categories() {
  const { data: categories, isPending } = useQuery(categoriesQuery);
  if (isPending) return <Skeleton height="var(--control-sm)" width="16rem" aria-busy="true" />;
  return <CategoryLinks categories={categories ?? []} />;
}

const PLACES = [1, 2, 3];

/** The listings to look at first. */
function Popular() {
  const { data, error, isPending, refetch } = useQuery(popularListingsQuery);
  const down = useDown(data);
  return (
    <PopularListings listings={data ?? []} down={down}>
      {error && (
        <ErrorNotice
          what="The listings could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isPending && (
        <ListingCards isBusy>
          {PLACES.map((place) => (
            <li key={place}>
              <Skeleton height={132} />
            </li>
          ))}
        </ListingCards>
      )}
      {data?.length === 0 && (
        <p className={classes.none}>Nothing is for sale yet. Yours can be the first.</p>
      )}
    </PopularListings>
  );
}

/** What holds for every call. */
const Facts = () => (
  <section aria-labelledby="facts">
    <h2 id="facts">What every call comes with</h2>
    <ul className={classes.row}>
      {FACTS.map(({ icon, title, says }) => (
        <li key={title}>
          <h3>
            <Icon name={icon} /> {title}
          </h3>
          <p>{says}</p>
        </li>
      ))}
    </ul>
    <Text maw="48rem">{PAYING}</Text>
  </section>
);

/** The way to the page that lists a service, for people who have no account yet. */
const ListYours = ({ variant }: { variant: 'default' | 'filled' }) => (
  <Button
    component={Link}
    href={(serverMode.signUp === 'open' ? signUpPath : signInPath)(SELLING)}
    variant={variant}
  >
    List your service
  </Button>
);

const Selling = () => (
  <section aria-labelledby="sell">
    <div className={classes.sell}>
      <div>
        <h2 id="sell">Sell a service of your own</h2>
        <p>
          Give the address of an HTTP service that you run. The marketplace reads its contract,
          reviews it and lists it, at your price per call.
        </p>
      </div>
      <ListYours variant="filled" />
    </div>
    <p className={classes.note}>Or from a terminal, in three steps:</p>
    <ol className={classes.row}>
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

/** Why there is no "Create account". */
const JOINING = {
  open: undefined,
  invite: 'Accounts are by invitation: the operator of this marketplace can send you a link.',
  closed: 'This marketplace does not accept new accounts at the moment.',
} as const;

/** The front door: what this marketplace is, what one can buy here, and how one sells. */
export default function Start() {
  const joining = JOINING[serverMode.signUp];
  const isClosed = useHistoryState() === ACCOUNT_CLOSED;
  return (
    <>
      {isClosed && (
        <Box mb="lg">
          <Notice tone="ok" title="Your account is closed.">
            <p>Its keys, listings and sessions have ended.</p>
          </Notice>
        </Box>
      )}
      <div className={classes.page}>
        <Page
          title="HTTP services, paid per call"
          intro={
            <>
              <p>
                Find a service, try it in your browser, then call it from your code or an agent. You
                pay only for calls that complete.
              </p>
              <Box component="search" mt="lg">
                <CatalogueSearch />
              </Box>
              <div className={classes.ways}>
                <Button component={Link} href="/catalogue">
                  Browse the catalogue
                </Button>
                <ListYours variant="default" />
              </div>
              {joining && <p className={classes.note}>{joining}</p>}
            </>
          }
          actions={<ShownCall />}
        >
          <Stack gap="lg">
            <Categories />
            <Popular />
          </Stack>
          <Facts />
          <Selling />
          {serverMode.dev && (
            <Notice tone="warn" title="Dev mode">
              <p>http and private addresses are allowed. Do not expose this server.</p>
            </Notice>
          )}
        </Page>
      </div>
    </>
  );
}
