import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { signInPath } from '../data/address.ts';
import { useSession } from '../data/session.ts';
import { shownError } from '../data/errors.ts';
import { NotFound, ROUTES, type AppRoute } from '../routes.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

function Guarded({ page, pageSignedIn = page, access }: AppRoute) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session.isPending) return <PageSkeleton />;
  if (session.isError) {
    return (
      <ErrorNotice
        what="The page could not be loaded"
        error={shownError(session.error)}
        onRetry={() => void session.refetch()}
      />
    );
  }
  if (access === 'signed-in' && !session.data) {
    // The fragment stays one: what it holds, such as a code, is for no server's log.
    const to = signInPath(path + (search && `?${search}`)) + location.hash;
    return <Redirect to={to} replace />;
  }
  const Content = session.data ? pageSignedIn : page;
  return <Content />;
}

/** The page of the current address. An error in it leaves the navigation usable. */
export function CurrentPage() {
  const [path] = useLocation();
  return (
    <ErrorBoundary path={path}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path}>
              <Guarded {...route} />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
