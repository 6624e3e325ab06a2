import { Button } from '@mantine/core';
import { useCancelOrder } from '../../data/orders-data-orders.ts';
import { shownError } from '../../data/errors.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

/** Cancels an order that waits. It asks nothing: such an order costs nothing, and can be run again. */
export function CancelOrder({ id }: { id: string }) {
  const cancel = useCancelOrder(id);
  return (
    <>
      {cancel.isError && (
        <ErrorNotice what="The order was not cancelled" error={shownError(cancel.error)} />
      )}
      <Button
        size="xs"
        variant="default"
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel order
      </Button>
    </>
  );
}
