import { useCallback, useMemo, useState } from 'react';

interface HeldOrders<Row> {
  orders: readonly Row[] | undefined;
  /** How many are held back. */
  newer: number;
  /** Shows those up to this one. */
  show: (firstId: string | undefined) => void;
}

/**
 * The orders of a list without those that came in after it was first shown, until `show` is called:
 * rows that are put above the others would move what is being read. `list` is another value for
 * another list.
 */
export function useHeldOrders<Row extends { id: string }>(
  loaded: readonly Row[] | undefined,
  list: unknown,
): HeldOrders<Row> {
  const [top, setTop] = useState<{ list: unknown; firstId: string | undefined }>();
  const firstId = top && top.list === list ? top.firstId : undefined;
  const newestId = loaded?.[0]?.id;
  if (firstId === undefined && newestId !== undefined) setTop({ list, firstId: newestId });
  const newer = useMemo(() => {
    if (!loaded || firstId === undefined) return 0;
    const index = loaded.findIndex(({ id }) => id <= firstId);
    return index === -1 ? 0 : index;
  }, [loaded, firstId]);
  const orders = useMemo(() => (newer === 0 ? loaded : loaded?.slice(newer)), [loaded, newer]);
  const show = useCallback((id: string | undefined) => setTop({ list, firstId: id }), [list]);
  return { orders, newer, show };
}
