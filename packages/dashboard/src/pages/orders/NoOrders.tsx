import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../ui/EmptyState.tsx';

interface NoOrdersProps {
  isFiltered: boolean;
  onShowAll: () => void;
}

/** Shown when the list of orders is empty: clear the filters, or find a listing to call. */
export function NoOrders({ isFiltered, onShowAll }: NoOrdersProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No orders found"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all orders
          </Button>
        }
      >
        No orders match these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No orders yet"
      action={
        <Button component={Link} href="/catalogue">
          Open the catalogue
        </Button>
      }
      command="npx mkt search"
    >
      Find a listing and try it. Each call is an order, and appears here with its result.
    </EmptyState>
  );
}
