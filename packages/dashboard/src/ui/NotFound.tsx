import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

interface NotFoundProps {
  /** Where to go instead. */
  back: { href: string; label: string };
  /** Why that may be. */
  children: ReactNode;
}

const Back = ({ back: { href, label } }: Pick<NotFoundProps, 'back'>) => (
  <Button variant="default" component={Link} href={href}>
    {label}
  </Button>
);

/** In a part of a page that shows one thing, which does not exist, or not for this person. */
export const PartNotFound = ({ what, back, children }: NotFoundProps & { what: string }) => (
  <EmptyState title={`${what} not found`} action={<Back back={back} />}>
    {children}
  </EmptyState>
);

interface PageNotFoundProps extends NotFoundProps {
  /** What is not there, as in "Listing". */
  what: string;
  /** A better way on than `back`. */
  search?: ReactNode;
}

/** The same as a whole page. */
export const PageNotFound = ({ what, back, search, children }: PageNotFoundProps) => (
  <Page title={`${what} not found`}>
    <EmptyState
      action={
        <>
          {search}
          <Back back={back} />
        </>
      }
    >
      {children}
    </EmptyState>
  </Page>
);
