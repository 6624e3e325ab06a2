import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../../ui/Page.tsx';

export default function NotFound() {
  return (
    <Page
      title="Page not found"
      intro="There is no page at this address. It may have moved, or the link may be incomplete."
    >
      <Button component={Link} href="/" variant="default">
        Go to the start page
      </Button>
    </Page>
  );
}
