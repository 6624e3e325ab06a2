import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../../ui/EmptyState.tsx';

interface NoOrdersProps {
  isFiltered: boolean;
  onShowAll: () => void;
}

/** In place of the list: what to do next. */
export function NoOrders({ isFiltered, onShowAll }: NoOrdersProps) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No orders match"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all orders
          </Button>
        }
      >
        No order has this state, listing and time.
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
