import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

interface NotFoundProps {
  /** What is not there, as in "Listing". */
  what: string;
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
export const PartNotFound = ({ what, back, children }: NotFoundProps) => (
  <EmptyState title={`${what} not found`} action={<Back back={back} />}>
    {children}
  </EmptyState>
);

interface PageNotFoundProps extends NotFoundProps {
  /** Better ways on than `back`. */
  others?: ReactNode;
}

/** The same as a whole page. */
export const PageNotFound = ({ what, back, others, children }: PageNotFoundProps) => (
  <Page title={`${what} not found`} intro={children}>
    <Stack gap="xl" align="flex-start">
      {others}
      <Back back={back} />
    </Stack>
  </Page>
);
