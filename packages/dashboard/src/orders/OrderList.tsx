import { Button, CloseButton } from '@mantine/core';
import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { shownError } from '../data/errors.ts';
import { shownListing, type ListingName } from '../data/listings.ts';
import {
  filterOf,
  readMetadata,
  type Period,
  readShown,
  type Shown,
  writeMetadata,
  writeShown,
} from '../data/order-filter.ts';
import { useShownOrders, type OrderSource } from '../data/paged-orders.ts';
import { DataTable, PhoneEntry, RowLink, useIsPhone, type Column } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { MetadataFilter, OrderFilters } from './OrderFilters.tsx';
import { OrderPrice } from './Outcome.tsx';
import classes from './orders.module.css';

export type Listed = OrderSummary | SellerOrderSummary;
export type ListingNames = ReadonlyMap<string, ListingName>;

export interface NamesProps<Row extends Listed> {
  orders: readonly Row[];
  children: (names: ListingNames) => ReactNode;
}

export interface DetailsProps<Row extends Listed> {
  id: string;
  /** As the list has it, shown until it is loaded. */
  known?: Row | undefined;
  /** A button that closes it. */
  close?: ReactNode;
}

/** What differs between the list of orders and that of sales. */
export interface OrderListSettings<Row extends Listed> {
  /** Where the list is; an open order has its id added. */
  path: '/orders' | '/sales';
  title: string;
  /** What one of its rows is called. */
  noun: 'Order' | 'Call';
  Intro: ComponentType<{ shown: Shown }>;
  source: OrderSource<Row>;
  /** What a URL without a period selects; by default any time. */
  usualPeriod?: Period;
  /** Whether it can be filtered by the orders' metadata. */
  hasMetadata: boolean;
  /** Looks up the names of the listings that it can be filtered by. */
  Names: ComponentType<NamesProps<Row>>;
  /** Arranges the filters and the list; by default one below the other. */
  Frame?: ComponentType<{ shown: Shown; filters: ReactNode; children: ReactNode }>;
  /** The columns of the table; that of the listing opens the order. */
  columns: (listing: Column<Row>) => readonly Column<Row>[];
  duration: (order: Row) => string;
  /** Below the two lines of an order on a phone. */
  Note?: ComponentType<{ order: Row }>;
  /** Says that no order matches the filters. */
  noMatch: string;
  /** Shown instead of the list when there are no orders at all. */
  Empty: ComponentType;
  /** The open order. */
  Details: ComponentType<DetailsProps<Row>>;
}

const idOf = ({ id }: Listed) => id;

interface OrderTableProps<Row extends Listed> {
  settings: OrderListSettings<Row>;
  /** Undefined while they are loading. */
  orders: readonly Row[] | undefined;
  names: ListingNames;
  openId: string | undefined;
  /** The query of the URL, which the links to orders keep. */
  search: string;
  empty: ReactNode;
  onEnd: () => void;
}

/** Orders of any number; each row opens its order. */
function OrderTable<Row extends Listed>(props: OrderTableProps<Row>) {
  const { settings, orders, names, openId, search, empty, onEnd } = props;
  const { title, path, columns, duration, Note } = settings;
  const link = useMemo(() => {
    const toOrder = ({ id, listingId }: Row) => (
      <RowLink href={`${path}/${id}${search}`}>{shownListing(listingId, names)}</RowLink>
    );
    return toOrder;
  }, [path, search, names]);
  const shownColumns = useMemo(() => columns({ head: 'Listing', cell: link }), [columns, link]);
  return (
    <DataTable
      label={`${title}, newest first`}
      columns={shownColumns}
      rows={orders}
      rowKey={idOf}
      current={openId}
      renderEntry={(order) => (
        <PhoneEntry
          title={link(order)}
          end={<OrderPrice {...order} />}
          state={
            <>
              <StateBadge state={order.orderState} /> <RelativeTime at={order.createdAt} />
            </>
          }
          stateEnd={duration(order)}
          note={Note && <Note order={order} />}
        />
      )}
      empty={empty}
      onEnd={onEnd}
    />
  );
}

interface NewerRowsProps {
  /** How many rows are held back; `many` if they are not counted. */
  count: number | 'many';
  onShow: () => void;
}

/**
 * Above a list whose new rows are held back: shows them immediately while the top of the list is in
 * view, and offers them further down.
 */
function NewerRows({ count, onShow }: NewerRowsProps) {
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
function OrderDrawer({ id, noun, onClose, children }: OrderDrawerProps) {
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

const NONE: readonly never[] = [];
const NO_METADATA: OrderSummary['metadata'] = {};

interface OrderListProps<Row extends Listed> {
  settings: OrderListSettings<Row>;
  openId: string | undefined;
}

function OrderList<Row extends Listed>({ settings, openId }: OrderListProps<Row>) {
  const { path, title, noun, Intro, source, hasMetadata, Names, Frame, Empty } = settings;
  const [params, setParams] = useSearchParams();
  const [, navigate] = useLocation();
  const query = params.toString();
  const search = query && `?${query}`;
  const [openedAtMs] = useState(Date.now);
  const shown = useMemo(
    () => readShown(new URLSearchParams(query), settings.usualPeriod),
    [query, settings.usualPeriod],
  );
  const metadata = useMemo(
    () => (hasMetadata ? readMetadata(new URLSearchParams(query)) : NO_METADATA),
    [hasMetadata, query],
  );
  const filter = useMemo(
    () => ({ ...filterOf(shown, openedAtMs), ...(hasMetadata ? { metadata } : {}) }),
    [shown, openedAtMs, hasMetadata, metadata],
  );
  const list = useShownOrders(source, filter, shown.state === 'open');
  const rows = list.orders ?? NONE;
  const show = (next: Shown, members = metadata) =>
    setParams(writeMetadata(writeShown(next, settings.usualPeriod), members));
  const plural = title.toLowerCase();
  const filters = (names: ListingNames) => (
    <>
      <OrderFilters
        label={`Filter ${plural}`}
        shown={shown}
        listings={[...names.values()].map(({ slug }) => slug)}
        onChange={(next) => show(next)}
      />
      {hasMetadata && (
        <MetadataFilter metadata={metadata} onChange={(members) => show(shown, members)} />
      )}
    </>
  );
  const empty =
    query === '' ? (
      <Empty />
    ) : (
      <EmptyState
        title={`No ${noun.toLowerCase()}s found`}
        action={
          <Button variant="default" onClick={() => setParams({})}>
            Show all {plural}
          </Button>
        }
      >
        {settings.noMatch}
      </EmptyState>
    );
  const content = (names: ListingNames) => (
    <div className={classes.split} data-open={openId !== undefined}>
      <div className={classes.list}>
        {list.error && (
          <ErrorNotice
            what={`Your ${plural} could not be loaded`}
            error={shownError(list.error)}
            onRetry={list.refetch}
          />
        )}
        <NewerRows count={list.newer} onShow={list.showNewest} />
        {(list.orders || !list.error) && (
          <OrderTable
            settings={settings}
            orders={list.orders}
            names={names}
            openId={openId}
            search={search}
            onEnd={list.loadMore}
            empty={empty}
          />
        )}
      </div>
      {openId !== undefined && (
        <OrderDrawer
          id={openId}
          noun={noun.toLowerCase()}
          onClose={() => navigate(`${path}${search}`)}
        >
          {(close) => (
            <settings.Details
              key={openId}
              id={openId}
              known={rows.find(({ id }) => id === openId)}
              close={close}
            />
          )}
        </OrderDrawer>
      )}
    </div>
  );
  return (
    <Page title={title} intro={<Intro shown={shown} />}>
      <Names orders={rows}>
        {(names) =>
          Frame ? (
            <Frame shown={shown} filters={filters(names)}>
              {content(names)}
            </Frame>
          ) : (
            <>
              {filters(names)}
              {content(names)}
            </>
          )
        }
      </Names>
    </Page>
  );
}

/** The orders that the URL's filters select, and the open one beside them. */
export function OrderListPage<Row extends Listed>({
  settings,
}: {
  settings: OrderListSettings<Row>;
}) {
  const { path, title, noun, Details } = settings;
  const { id } = useParams<{ id?: string }>();
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  if (id === undefined || !isPhone) return <OrderList settings={settings} openId={id} />;
  // A phone has no room for an order beside the list.
  const query = params.toString();
  return (
    <Page title={noun} above={<Link href={`${path}${query && `?${query}`}`}>{title}</Link>}>
      <Details key={id} id={id} />
    </Page>
  );
}
