import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { type Column, DataTable, PhoneEntry, RowLink } from '../ui/DataTable.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StateBadge, stateInWords } from '../ui/StateBadge.tsx';
import { exactTime } from '../ui/text.ts';
import { VisibleText } from '../ui/VisibleText.tsx';
import { visibleString } from '../ui/visible-text.ts';
import type { Listed, OrderListSettings } from './order-list-settings.ts';
import { OrderPrice, Reason } from './Outcome.tsx';
import { shownStateOf } from './problem-words.ts';
import classes from './orders.module.css';

const idOf = ({ id }: Listed) => id;

const wide = matchMedia('(min-width: 1101px)');

function subscribeToWidth(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether the window has room for an order beside its list, or else for every column. */
const useIsWide = (): boolean => useSyncExternalStore(subscribeToWidth, () => wide.matches);

/** Rows whose links differ only in their listing would all be read aloud as the same. */
const spokenRow = ({ listing, orderState, createdAt }: Listed) =>
  `${visibleString(listing.title)}, ${stateInWords(orderState).toLowerCase()}, ${exactTime(Date.parse(createdAt))}`;

const WHEN_COLUMN: Column<Listed> = {
  head: 'When (UTC)',
  width: '8.5rem',
  cell: ({ createdAt }) => <RelativeTime at={createdAt} inUtcColumn />,
};
const STATE_COLUMN: Column<Listed> = {
  head: 'State',
  width: '7.5rem',
  cell: (order) => <StateBadge state={shownStateOf(order)} />,
};

interface OrderTableProps<Row extends Listed> {
  settings: OrderListSettings<Row>;
  /** Undefined while they are loading. */
  orders: readonly Row[] | undefined;
  /** The ids of orders that the filter no longer selects. */
  settled: ReadonlySet<string>;
  openId: string | undefined;
  /** The query of the URL, which the links to orders keep. */
  search: string;
  empty: ReactNode;
  onEnd: () => void;
}

/** Orders of any number; each row opens its order. */
export function OrderTable<Row extends Listed>(props: OrderTableProps<Row>) {
  const { settings, orders, settled, openId, search, empty, onEnd } = props;
  const { title, path, by, duration, problemOf } = settings;
  const isRoomy = useIsWide() && openId === undefined;
  const link = useMemo(() => {
    const toOrder = (order: Row) => (
      <>
        <RowLink href={`${path}/${order.id}${search}`} label={spokenRow(order)}>
          <VisibleText>{order.listing.title}</VisibleText>
        </RowLink>
        {settled.has(order.id) && <span className={classes.settled}>no longer open</span>}
      </>
    );
    return toOrder;
  }, [path, search, settled]);
  const columns = useMemo((): Column<Row>[] => {
    const named = (order: Row) => {
      const problem = problemOf(order);
      return (
        <div className={classes.named}>
          {link(order)}
          {problem ? (
            <Reason {...problem} />
          ) : (
            isRoomy && <code className={classes.dim}>{order.listing.slug}</code>
          )}
        </div>
      );
    };
    return [
      WHEN_COLUMN,
      STATE_COLUMN,
      { head: 'Listing', cell: named },
      ...(isRoomy
        ? [by, { head: 'Duration', width: '5.5rem', align: 'end', cell: duration } as const]
        : []),
      { head: 'Price', width: '6.5rem', align: 'end', cell: OrderPrice },
    ];
  }, [by, duration, isRoomy, link, problemOf]);
  const note = (order: Row) => {
    const problem = problemOf(order);
    return problem && <Reason {...problem} />;
  };
  return (
    <DataTable
      label={`${title}, newest first`}
      columns={columns}
      rows={orders}
      rowKey={idOf}
      current={openId}
      renderEntry={(order) => (
        <PhoneEntry
          title={link(order)}
          end={<OrderPrice {...order} />}
          state={
            <>
              <StateBadge state={shownStateOf(order)} /> <RelativeTime at={order.createdAt} />
            </>
          }
          stateEnd={duration(order)}
          note={note(order)}
        />
      )}
      empty={empty}
      onEnd={onEnd}
    />
  );
}
