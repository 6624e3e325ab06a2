import { Skeleton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link } from 'wouter';
import classes from './DataTable.module.css';

const phone = matchMedia('(max-width: 639.98px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** Whether the window is as narrow as that of a phone: lists take the place of tables. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);

/** How far below the top of the document an element begins. */
function useOffset() {
  const ref = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top;
      if (top !== undefined) setOffset(top + window.scrollY);
    };
    measure();
    // Content above the element may load later and move it down.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, offset };
}

/** A link in a row of a `DataTable` that covers the whole row. Buttons in other cells stay above it. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={classes.link}>
    {children}
  </Link>
);

interface PhoneEntryProps {
  title: ReactNode;
  /** Across from the title. */
  end: ReactNode;
  state: ReactNode;
  /** Across from the state. */
  stateEnd: ReactNode;
  /** A line below. */
  note?: ReactNode;
}

/** A row of a `DataTable` on a phone, in two lines. */
export const PhoneEntry = ({ title, end, state, stateEnd, note }: PhoneEntryProps) => (
  <div className={classes.phoneEntry}>
    {title}
    <span className={classes.end}>{end}</span>
    <span className={classes.state}>{state}</span>
    <span className={classes.end}>{stateEnd}</span>
    {note && <span className={classes.note}>{note}</span>}
  </div>
);

export interface Column<Row> {
  /** Its heading; on a phone it is shown before the value. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** A track of a CSS grid, such as `8rem`. Default: an equal share. */
  width?: string;
  /** Numbers are aligned at the end. */
  align?: 'end';
  /** On a phone: `only` is the first line of the entry, without its heading; `never` is left out. */
  onPhone?: 'only' | 'never';
}

interface DataTableProps<Row> {
  /** What the rows are, as in "Your orders". */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  /** The same function each time. */
  rowKey: (row: Row) => string;
  /** The row that is open beside the table. */
  current?: string;
  /** The whole entry of a row on a phone, in place of its cells. */
  renderEntry?: (row: Row) => ReactNode;
  /** In place of the table if there are no rows. */
  empty: ReactNode;
  /** Loads the next page, if there is one: called when the end comes into view. */
  onEnd?: () => void;
}

const ROW_PX = 40;
const SKELETON_ROWS = 6;

/**
 * A table of any length: only the rows in view are in the page. Below 640 px each row is an entry of
 * a list. To make a whole row open something, put a `RowLink` into one of its cells.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, current, renderEntry, empty, onEnd } = props;
  const isPhone = useIsPhone();
  const { ref, offset } = useOffset();
  const count = rows?.length ?? 0;
  // With another function the virtualizer would ask for the keys of all rows again.
  const getItemKey = useCallback(
    (index: number) => (rows?.[index] === undefined ? index : rowKey(rows[index])),
    [rows, rowKey],
  );
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    scrollMargin: offset,
    overscan: 10,
    getItemKey,
  });
  const items = virtualizer.getVirtualItems();
  const isAtEnd = (items.at(-1)?.index ?? -1) >= count - 1;
  useEffect(() => {
    if (count > 0 && isAtEnd) onEnd?.();
  }, [count, isAtEnd, onEnd]);

  if (rows?.length === 0) return empty;
  const gridTemplateColumns = columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ');
  return (
    <div
      className={classes.table}
      role="table"
      aria-label={label}
      aria-rowcount={rows ? count + 1 : undefined}
      aria-busy={rows === undefined}
    >
      <div className={classes.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns }}>
        {columns.map(({ head, align }) => (
          <div key={head} role="columnheader" data-align={align}>
            {head || <span className="visually-hidden">Actions</span>}
          </div>
        ))}
      </div>
      <div
        ref={ref}
        className={classes.rows}
        role="rowgroup"
        style={rows && { height: virtualizer.getTotalSize() }}
      >
        {!rows &&
          Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <div key={index} className={classes.skeleton} role="row">
              <div role="cell">
                <Skeleton height={12} />
              </div>
            </div>
          ))}
        {items.map(({ index, key, start }) => {
          const row = rows?.[index];
          return (
            row !== undefined && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                aria-current={current === rowKey(row) || undefined}
                className={classes.row}
                style={{ gridTemplateColumns, transform: `translateY(${start - offset}px)` }}
              >
                {renderEntry && isPhone ? (
                  <div role="cell" className={classes.entry}>
                    {renderEntry(row)}
                  </div>
                ) : (
                  columns.map(({ head, cell, align, onPhone }) => (
                    <div
                      key={head}
                      role="cell"
                      data-align={align}
                      data-on-phone={onPhone}
                      data-head={head}
                    >
                      {cell(row)}
                    </div>
                  ))
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
