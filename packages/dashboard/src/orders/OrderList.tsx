import { Button, CloseButton, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './orders.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface ListFiltersProps<State extends string, Period extends string> {
  /** What they do, as in "Filter orders". */
  label: string;
  states: readonly Choice<State>[];
  state: State;
  onState: (state: State) => void;
  /** The names that rows may belong to. */
  listings: readonly string[];
  listing: string | undefined;
  onListing: (listing: string | undefined) => void;
  periods: readonly Choice<Period>[];
  period: Period;
  onPeriod: (period: Period) => void;
}

/** Narrows a list by state, listing and time. */
export function ListFilters<State extends string, Period extends string>(
  props: ListFiltersProps<State, Period>,
) {
  const { listings, listing, period, onPeriod } = props;
  const known = [...new Set([...listings, ...(listing ? [listing] : [])])];
  return (
    <form className={classes.filters} aria-label={props.label}>
      <SegmentedControl
        className={classes.states}
        aria-label="State"
        size="xs"
        data={[...props.states]}
        value={props.state}
        onChange={props.onState}
      />
      <Select
        aria-label="Listing"
        size="xs"
        data={known.toSorted()}
        value={listing ?? null}
        placeholder="All listings"
        clearable
        searchable
        onChange={(next) => props.onListing(next ?? undefined)}
      />
      <Select
        aria-label="Period"
        size="xs"
        data={props.periods}
        value={period}
        allowDeselect={false}
        onChange={(next) => onPeriod(next ?? period)}
      />
    </form>
  );
}

interface NewerRowsProps {
  /** How many rows are held back; `many` if they are not counted. */
  count: number | 'many';
  onShow: () => void;
}

/**
 * Above a list whose new rows are held back: shows them immediately while the top of the list is in
 * view, and offers them to who reads further down.
 */
export function NewerRows({ count, onShow }: NewerRowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const showIfInView = () => {
    const top = ref.current?.getBoundingClientRect().top ?? -1;
    if (count !== 0 && top >= 0) onShow();
  };
  useLayoutEffect(showIfInView);
  useEffect(() => {
    window.addEventListener('scroll', showIfInView, { passive: true });
    return () => window.removeEventListener('scroll', showIfInView);
  });
  const show = () => {
    onShow();
    ref.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <div ref={ref} />
      {count !== 0 && (
        <div className={classes.place}>
          <Button size="xs" className={classes.button} onClick={show}>
            {count === 'many' ? 'Show the newest' : `Show ${count} new`}
          </Button>
        </div>
      )}
    </>
  );
}

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
