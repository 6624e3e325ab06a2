import type { OrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { offeredListingQuery, useListingNames } from '../../data/listing-names.ts';
import { orderQuery } from '../../data/orders-data-orders.ts';
import { shownError } from '../../data/errors.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { OrderDetails } from './OrderDetails.tsx';

interface OpenOrderProps {
  id: string;
  /** As the list has it, shown until it is loaded. */
  known?: OrderSummary | undefined;
  /** A button that closes it. */
  close?: ReactNode;
}

/** One order, followed until it has settled. */
export function OpenOrder({ id, known, close }: OpenOrderProps) {
  const order = useQuery(orderQuery(id));
  const shown = order.data ?? known;
  const names = useListingNames(shown ? [shown.listingId] : []);
  const offered = useQuery({
    ...offeredListingQuery(shown?.listingId ?? ''),
    enabled: shown !== undefined,
  });
  return (
    <>
      {order.isError && (
        <ErrorNotice
          what={order.data ? 'The order could not be refreshed' : 'The order could not be loaded'}
          error={shownError(order.error)}
          onRetry={() => void order.refetch()}
        >
          {close}
        </ErrorNotice>
      )}
      {shown ? (
        <OrderDetails
          order={shown}
          whole={order.data}
          isLoading={order.isPending}
          names={names}
          offered={offered.data}
          close={close}
        />
      ) : (
        order.isPending && <PageSkeleton />
      )}
    </>
  );
}
