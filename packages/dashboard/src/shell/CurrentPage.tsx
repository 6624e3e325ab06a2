import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { signInPath } from '../data/address.ts';
import { shownError } from '../data/errors.ts';
import { useSession } from '../data/session.ts';
import { useRecent } from '../data/use-recent.ts';
import { type AppRoute, hrefOf, labelOf, NotFound, ROUTES } from '../routes.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { PageSkeleton } from '../ui/Page.tsx';

interface Props {
  children: ReactNode;
  /** What an error prevented. */
  what?: string;
  /** The page's path: with another one, an error is cleared. */
  path?: string;
}

interface State {
  error: unknown;
  failed: boolean;
  path: string | undefined;
}

/** Shows an error of what is below it. After an update of the server, its old files are gone. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Pick<State, 'error' | 'failed'> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { error: undefined, failed: false, path };
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    return (
      <ErrorNotice
        what={this.props.what ?? 'This page could not be shown'}
        error={{
          ...shownError(error),
          next: 'The server may have been updated since it was opened.',
        }}
      >
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      </ErrorNotice>
    );
  }
}

function Guarded({ page, pageSignedIn = page, access, nav, path: pattern }: AppRoute) {
  const session = useSession();
  const [path] = useLocation();
  useRecent(nav && path === hrefOf({ path: pattern }) ? labelOf(nav, true) : undefined);
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
    // Not in the query: what the fragment holds, such as a code, must not reach a server's log.
    const to = signInPath(path + (search && `?${search}`)) + location.hash;
    return <Redirect to={to} replace />;
  }
  const Content = session.data ? pageSignedIn : page;
  return <Content fallback={<PageSkeleton title={nav && labelOf(nav, Boolean(session.data))} />} />;
}

/** The page of the current address. An error in it leaves the navigation usable. */
export function CurrentPage() {
  const [path] = useLocation();
  return (
    <ErrorBoundary path={path}>
      <Switch>
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path}>
            <Guarded {...route} />
          </Route>
        ))}
        {/* Where people guess that the listings are. */}
        <Route path="/listings">
          <Redirect to="/catalogue" replace />
        </Route>
        <Route>
          <NotFound fallback={<PageSkeleton />} />
        </Route>
      </Switch>
    </ErrorBoundary>
  );
}
