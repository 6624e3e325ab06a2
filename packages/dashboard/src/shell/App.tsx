import { Button, MantineProvider } from '@mantine/core';
import { AuthenticationError, ConnectionError } from '@mkt/client';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Router, useLocation } from 'wouter';
import { fragmentToken } from '../data/address.ts';
import { connection, useConnectionLostAt, watchConnection } from '../data/connection.ts';
import { refusedSession, shownError } from '../data/errors.ts';
import { useLiveUpdates } from '../data/live.ts';
import {
  sessionEnded,
  useDevSignIn,
  useSession,
  useSessionEnded,
  useSharedSession,
  useUser,
} from '../data/session.ts';
import { navigateOrAsk } from '../form/leaving.ts';
import { lazyDialog, loadAhead } from '../routes.ts';
import {
  colorSchemeManager,
  cssVariablesResolver,
  DEFAULT_COLOR_SCHEME,
  theme,
} from '../theme/theme.ts';
import { AsksToSignIn, ErrorNotice, Notice } from '../ui/Notice.tsx';
import { PageSkeleton } from '../ui/Page.tsx';
import { CurrentPage, ErrorBoundary } from './CurrentPage.tsx';
import { Layout } from './Layout.tsx';
import classes from './shell.module.css';

/**
 * The nonce by which the content security policy allows styles of this page; each response has a new one.
 */
export const pageNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Its 401 is about a password, not about the session. */
      signsIn?: boolean;
    };
    queryMeta: {
      /** How long after an event responses may still lack what it announces; 0 by default. */
      settlesMs?: number;
      /** How often events may cause a request at most; once a second by default. */
      everyMs?: number;
    };
  }
}

const STALE_AFTER_MS = 30_000;
/** How long a page that was left can be opened again with what it had loaded: without a connection, with nothing else. */
const KEPT_MS = 30 * 60_000;

function onError(error: unknown): void {
  if (error instanceof AuthenticationError) {
    refusedSession(error);
    sessionEnded.set(true);
  }
  // A request that timed out got no response either.
  if (error instanceof ConnectionError) connection.suspect();
}

/**
 * Requests are retried by the client, and not by the cache too. While the marketplace cannot be
 * reached, queries wait, and one notice says so; what a person sends fails with its error.
 */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.signsIn) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: (_failures, error) => error instanceof ConnectionError && connection.isLost(),
        retryDelay: 0,
        staleTime: STALE_AFTER_MS,
        gcTime: KEPT_MS,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

const token = fragmentToken('sign-in', location.hash);

/** Signs in with the token of the address that the server printed (`#sign-in=…`). */
function useOneTimeSignIn() {
  const { mutate, isError, isSuccess, error } = useDevSignIn();
  const [path] = useLocation();
  const [openedAt] = useState(path);
  const [isLeft, setLeft] = useState(false);
  if (!isLeft && path !== openedAt) setLeft(true);
  const sent = useRef(false);
  useEffect(() => {
    if (token === undefined || sent.current) return;
    // Once: React runs effects twice in development, and the token works only once.
    sent.current = true;
    history.replaceState(null, '', location.pathname + location.search);
    mutate({ token });
  }, [mutate]);
  return {
    isSigningIn: token !== undefined && !isSuccess && !isError,
    error: isLeft ? null : error,
  };
}

const LinkExpired = ({ error }: { error: Error }) => (
  <ErrorNotice what="This sign-in link no longer works" error={shownError(error)}>
    <Button size="xs" variant="default" component={Link} href="/sign-in">
      Sign in
    </Button>
  </ErrorNotice>
);

function SessionUpdates() {
  useLiveUpdates();
  return null;
}

/** After the page itself, so that it does not wait. */
const LOAD_AHEAD_AFTER_MS = 2_000;

/** Loads the files of the other pages while nothing happens, unless the person asks browsers to save data. */
function useLoadedAhead(): void {
  useEffect(() => {
    const { connection: network } = navigator as { connection?: { saveData?: boolean } };
    if (network?.saveData) return;
    // What cannot be loaded now is loaded when it is opened.
    const load = () => void loadAhead().catch(() => undefined);
    const timer = setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()),
      LOAD_AHEAD_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, []);
}

/** Keeps every page up to date. On its own, so that nothing else is rendered again. */
function LiveUpdates() {
  const { data: user, dataUpdatedAt } = useSession();
  useEffect(watchConnection, []);
  useLoadedAhead();
  useSharedSession();
  // A session that is entered again has another event stream.
  return user ? <SessionUpdates key={dataUpdatedAt} /> : null;
}

/** Above every page and dialog, for as long as the marketplace cannot be reached. */
function ConnectionNotice() {
  const lostAtMs = useConnectionLostAt();
  if (lostAtMs === undefined) return null;
  // In UTC, as all times; what formats the others is not part of the shell.
  const clock = new Date(lostAtMs).toISOString().slice(11, 16);
  return (
    <div className={classes.place}>
      <Notice tone="warn" title={`No connection since ${clock} UTC`}>
        <p>Reconnecting. Your input is kept.</p>
        <Button size="xs" variant="default" onClick={connection.tryNow}>
          Try now
        </Button>
      </Notice>
    </div>
  );
}

const SignInAgain = lazyDialog(() => import('./SignInAgain.tsx'));

/** Loads the dialog when it is first needed. */
function WhenSessionEnded() {
  const ended = useSessionEnded();
  const [needed, setNeeded] = useState(false);
  if (ended && !needed) setNeeded(true);
  return needed && <SignInAgain />;
}

/** The page, whose errors the dialog of an ended session already explains. */
function BehindDialog({ children }: { children: ReactNode }) {
  // A visitor is not asked.
  const user = useUser();
  const isAsked = useSessionEnded() && user !== null;
  return <AsksToSignIn value={isAsked}>{children}</AsksToSignIn>;
}

/** The page in its layout. */
function Shell() {
  const { isSigningIn, error } = useOneTimeSignIn();
  return (
    <Layout isSigningIn={isSigningIn}>
      {/* The file of the dialog may be missing too; the page must stay, with what was typed into it. */}
      <ErrorBoundary what="The sign-in dialog could not be loaded">
        <WhenSessionEnded />
      </ErrorBoundary>
      <ErrorBoundary>
        {isSigningIn ? (
          <PageSkeleton />
        ) : error ? (
          <LinkExpired error={error} />
        ) : (
          <BehindDialog>
            <CurrentPage />
          </BehindDialog>
        )}
      </ErrorBoundary>
    </Layout>
  );
}

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={DEFAULT_COLOR_SCHEME}
      getStyleNonce={pageNonce}
      // Sets the defaults too: Mantine's style sheet of them is not loaded.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <Router aroundNav={navigateOrAsk}>
          <Shell />
        </Router>
        <LiveUpdates />
        <ConnectionNotice />
      </QueryClientProvider>
    </MantineProvider>
  );
}
