import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { fragmentToken } from '../data/fragment-token.ts';
import { useDevSignIn } from '../data/session.ts';
import { shownError } from '../data/errors.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

const token = fragmentToken('sign-in', location.hash);

/** Signs in with the token of the address that the server printed (`#sign-in=…`). */
export function OneTimeSignIn({ children }: { children: ReactNode }) {
  const { mutate, isError, isSuccess, error } = useDevSignIn();
  const sent = useRef(false);
  useEffect(() => {
    if (token === undefined || sent.current) return;
    // Once: React runs effects twice in development, and the token works only once.
    sent.current = true;
    history.replaceState(null, '', location.pathname + location.search);
    mutate({ token });
  }, [mutate]);
  if (token === undefined || isSuccess) return children;
  if (!isError) return <PageSkeleton />;
  return (
    <ErrorNotice what="This sign-in link no longer works" error={shownError(error)}>
      <Button size="xs" variant="default" component={Link} href="/sign-in">
        Sign in
      </Button>
    </ErrorNotice>
  );
}
