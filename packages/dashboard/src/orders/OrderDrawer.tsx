import { CloseButton } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './orders.module.css';

interface OrderDrawerProps {
  id: string;
  /** The kind of record that is open, as in `order`. */
  noun: string;
  onClose: () => void;
  /** What it shows, with the button that closes it. */
  children: (close: ReactNode) => ReactNode;
}

/** An order or a sale beside its list, which stays usable. Escape closes it. */
export function OrderDrawer({ id, noun, onClose, children }: OrderDrawerProps) {
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
      aria-label={`The open ${noun}`}
      tabIndex={-1}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      {children(<CloseButton aria-label={`Close the ${noun}`} onClick={onClose} />)}
    </aside>
  );
}
