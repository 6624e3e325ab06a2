import { Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Shown to people who have neither bought nor sold anything. */
export const FirstSteps = () => (
  <EmptyState
    title="Nothing bought or sold yet"
    action={
      <Group gap="xs" justify="center">
        <Button component={Link} href="/catalogue">
          Open the catalogue
        </Button>
        <Button variant="default" component={Link} href="/selling/new">
          Sell a service
        </Button>
      </Group>
    }
    command="npx mkt login"
  >
    Try a listing of the catalogue here before you call it from code, or list a service of your own.
  </EmptyState>
);
