import type { Order } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { offeredListingQuery, useListingNames } from '../../data/listing-names.ts';
import { orderQuery } from '../../data/orders.ts';
import { shownError } from '../../data/shown-error.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { OrderDetails } from './OrderDetails.tsx';

interface OpenOrderProps {
  id: string;
  /** As the list has it, shown until it is loaded. */
  known?: Order | undefined;
  /** A button that closes it. */
  close?: ReactNode;
}

/** One order, followed until it has settled. */
export function OpenOrder({ id, known, close }: OpenOrderProps) {
  const order = useQuery({ ...orderQuery(id), placeholderData: known });
  const { data } = order;
  const names = useListingNames(data ? [data.listingId] : []);
  const offered = useQuery({
    ...offeredListingQuery(data?.listingId ?? ''),
    enabled: data !== undefined,
  });
  return (
    <>
      {order.isError && (
        <ErrorNotice
          what={data ? 'The order could not be refreshed' : 'The order could not be loaded'}
          error={shownError(order.error)}
          onRetry={() => void order.refetch()}
        >
          {close}
        </ErrorNotice>
      )}
      {data ? (
        <OrderDetails order={data} names={names} offered={offered.data} close={close} />
      ) : (
        order.isPending && <PageSkeleton />
      )}
    </>
  );
}
