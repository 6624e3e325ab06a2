import { Skeleton } from '@mantine/core';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import classes from './DataTable.module.css';
import { ConnectionLost, NOT_LOADED } from './Notice.tsx';
import { useIsPhone } from './use-is-phone.ts';

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

interface RowLinkProps {
  href: string;
  /** How it is read aloud, if its text alone does not tell rows apart; it begins with that text. */
  label?: string | undefined;
  children: ReactNode;
}

/** A link in a row of a `DataTable` that covers the whole row. Buttons in other cells stay above it. */
export const RowLink = ({ href, label, children }: RowLinkProps) => (
  <Link href={href} className={classes.link} aria-label={label}>
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
  /** Must be the same function in each render. */
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

const hover = matchMedia('(hover: hover)');

/** Whether a person points at an element, or has the focus in it: what is there must not move. */
export const isInUse = (element: Element): boolean =>
  element.contains(document.activeElement) || (hover.matches && element.matches(':hover'));

interface Focused {
  key: string;
  index: number;
}

/**
 * Keeps the row that has the focus in the page, wherever it is scrolled to. If it leaves the list, the
 * row that takes its place has the focus. `rows` and `rowKey` as in the table.
 */
function useFocusedRow<Row>(rows: readonly Row[] | undefined, rowKey: (row: Row) => string) {
  const focused = useRef<Focused>(undefined);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const key = focused.current?.key;
      const index = key === undefined ? -1 : (rows ?? []).findIndex((row) => rowKey(row) === key);
      if (index === -1 || indexes.includes(index)) return indexes;
      return [...indexes, index].toSorted((a, b) => a - b);
    },
    [rows, rowKey],
  );
  const onFocus = ({ target }: FocusEvent) => {
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index']);
    const row = rows?.[index];
    focused.current = row === undefined ? undefined : { key: rowKey(row), index };
  };
  const onBlur = () => {
    focused.current = undefined;
  };
  const follow = (rowgroup: HTMLElement | null) => {
    const { activeElement, body } = document;
    if (!focused.current || (activeElement !== body && activeElement !== null)) return;
    const elements = [...(rowgroup?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
    const { index } = focused.current;
    const next = elements.find(({ dataset }) => Number(dataset['index']) >= index);
    (next ?? elements.at(-1))?.querySelector<HTMLElement>('a, button')?.focus();
  };
  return { rangeExtractor, onFocus, onBlur, follow };
}

const ROW_PX = 40;
const SKELETON_ROWS = 6;
const OVERSCAN = 10;

/**
 * A table of any length: only the rows in view are in the page. Below 640 px each row is an entry of
 * a list. To make a whole row open something, put a `RowLink` into one of its cells.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, current, renderEntry, empty, onEnd } = props;
  const isPhone = useIsPhone();
  const isLost = use(ConnectionLost);
  const { ref, offset } = useOffset();
  const count = rows?.length ?? 0;
  // With another function the virtualizer would ask for the keys of all rows again.
  const getItemKey = useCallback(
    (index: number) => (rows?.[index] === undefined ? index : rowKey(rows[index])),
    [rows, rowKey],
  );
  const { rangeExtractor, onFocus, onBlur, follow } = useFocusedRow(rows, rowKey);
  useLayoutEffect(() => follow(ref.current));
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    scrollMargin: offset,
    overscan: OVERSCAN,
    getItemKey,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  const isAtEnd = (virtualizer.range?.endIndex ?? -1) + OVERSCAN >= count - 1;
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
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {!rows &&
          Array.from({ length: isLost ? 1 : SKELETON_ROWS }, (_, index) => (
            <div key={index} className={classes.skeleton} role="row">
              <div role="cell">
                {isLost ? <span role="status">{NOT_LOADED}</span> : <Skeleton height={12} />}
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
