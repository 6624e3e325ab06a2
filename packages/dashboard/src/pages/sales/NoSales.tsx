import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../ui/EmptyState.tsx';

interface NoSalesProps {
  isFiltered: boolean;
  hasListings: boolean;
  onShowAll: () => void;
}

/** Shown when there are no sales: clear the filters, try the listing as a buyer, or list a service. */
export function NoSales({ isFiltered, hasListings, onShowAll }: NoSalesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No calls found"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all sales
          </Button>
        }
      >
        No calls to your listings match these filters.
      </EmptyState>
    );
  }
  if (hasListings) {
    return (
      <EmptyState
        title="No calls yet"
        action={
          <Button component={Link} href="/catalogue">
            Open the catalogue
          </Button>
        }
        command="npx mkt search"
      >
        Find your listing as buyers do and try it. Each call to it appears here, including your own.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing for sale yet"
      action={
        <Button component={Link} href="/selling/new">
          Sell a service
        </Button>
      }
      command="npx mkt publish"
    >
      List a service of yours. Each call to it appears here, with what it earned.
    </EmptyState>
  );
}
