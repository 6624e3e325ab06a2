import type { OrderSummary } from '@mkt/client';
import { CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { OpenOrder } from './OpenOrder.tsx';
import classes from './OrderDrawer.module.css';

interface OrderDrawerProps {
  id: string;
  /** As the list has it. */
  known: OrderSummary | undefined;
  onClose: () => void;
}

/** An order beside the list, which stays usable. Escape closes it. */
export function OrderDrawer({ id, known, onClose }: OrderDrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  const openedFrom = useRef<Element>(null);
  const shownId = useRef<string>(null);
  useEffect(() => {
    if (shownId.current === id) return;
    shownId.current = id;
    const active = document.activeElement;
    if (!drawer.current?.contains(active)) openedFrom.current = active;
    drawer.current?.focus({ preventScroll: true });
  }, [id]);
  useEffect(
    () => () => {
      const link = openedFrom.current;
      if (link instanceof HTMLElement && link.isConnected) link.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <aside
      ref={drawer}
      className={classes.drawer}
      aria-label="The open order"
      tabIndex={-1}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <OpenOrder
        key={id}
        id={id}
        known={known}
        close={<CloseButton aria-label="Close the order" onClick={onClose} />}
      />
    </aside>
  );
}
