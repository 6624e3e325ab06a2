import { Button, Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { shownError } from '../data/errors.ts';
import { partOfId, useOrdersByPart } from '../data/find-orders.ts';
import type { ListingName } from '../data/listings.ts';
import {
  filterOf,
  readKey,
  readMetadata,
  type Period,
  readShown,
  type Shown,
  writeMetadata,
  writeShown,
} from '../data/order-filter.ts';
import { type OrderFilter, useShownOrders, type OrderSource } from '../data/paged-orders.ts';
import { announce } from '../ui/announce.ts';
import {
  DataTable,
  isInUse,
  PhoneEntry,
  RowLink,
  useIsPhone,
  type Column,
} from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { StateBadge, stateInWords } from '../ui/StateBadge.tsx';
import { exactTime } from '../ui/text.ts';
import { VisibleText } from '../ui/VisibleText.tsx';
import { visibleString } from '../ui/visible-text.ts';
import { OrderDrawer } from './OrderDrawer.tsx';
import { ScopeFilters, Search, type Selected, StateFilter } from './OrderFilters.tsx';
import { OrderPrice, Reason } from './Outcome.tsx';
import classes from './orders.module.css';
import type { Searchable } from './search.ts';

export type Listed = OrderSummary | SellerOrderSummary;
export type ListingNames = ReadonlyMap<string, ListingName>;

export interface NamesProps<Row extends Listed> {
  orders: readonly Row[];
  /** `keys`: those that the list can be filtered by. */
  children: (names: ListingNames, keys?: Searchable['keys']) => ReactNode;
}

export interface DetailsProps<Row extends Listed> {
  id: string;
  /** As the list has it, shown until it is loaded. */
  known?: Row | undefined;
  /** A button that closes it. */
  close?: ReactNode;
}

export interface ActionsProps {
  filter: OrderFilter;
  /** Open orders have two states, and so two lists. */
  isOpenOnly: boolean;
}

/** What the URL selects, and how it is changed. */
interface Selection {
  shown: Selected;
  /** The same as the API has it. */
  filter: OrderFilter;
  /** The query of the list with it, with its `?`; empty without any. */
  search: string;
  isFiltered: boolean;
  select: (changes: Partial<Selected>) => void;
  clear: () => void;
}

/** What differs between the list of orders and that of sales. */
export interface OrderListSettings<Row extends Listed> {
  /** Where the list is; an open order has its id added. */
  path: '/orders' | '/sales';
  title: string;
  /** What one of its rows is called. */
  noun: 'Order' | 'Call';
  Intro: ComponentType<{ shown: Selected }>;
  source: OrderSource<Row>;
  /** What a URL without a period selects; by default any time. */
  usualPeriod?: Period;
  /** Whether it can be filtered by the keys and the metadata of its orders, which only buyers see. */
  hasMetadata: boolean;
  /** What can be done with the orders of the filter: beside the title, or with tabs beside the filters. */
  Actions?: ComponentType<ActionsProps>;
  /** Looks up the names of the listings and keys that it can be filtered by. */
  Names: ComponentType<NamesProps<Row>>;
  /** What the orders of the period and listing add up to, in a tab before that of the list. */
  Summary?: ComponentType<{ shown: Shown }>;
  /** Who placed an order: its column, shown where there is room. */
  by: Column<Row>;
  duration: (order: Row) => string;
  /** What went wrong with an order. */
  problemOf: (order: Row) => { reason: string; detail: string } | undefined;
  /** Says that no order matches the filters. */
  noMatch: string;
  /** Shown instead of the list when there are no orders at all. */
  Empty: ComponentType;
  /** The open order. */
  Details: ComponentType<DetailsProps<Row>>;
}

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
  cell: ({ orderState }) => <StateBadge state={orderState} />,
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
function OrderTable<Row extends Listed>(props: OrderTableProps<Row>) {
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
              <StateBadge state={order.orderState} /> <RelativeTime at={order.createdAt} />
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

/** Whether the top of the list is in view and the list has neither the pointer nor the focus. */
function mayMove(top: HTMLElement | null): boolean {
  const list = top?.parentElement;
  if (!top || !list) return false;
  return top.getBoundingClientRect().top >= 0 && !isInUse(list);
}

interface NewerRowsProps {
  /** How many rows are held back; `many` if they are not counted. */
  count: number | 'many';
  /** How many rows no longer match and stay only so that nothing moves. */
  settled: number;
  /** What the list is called, as in `Orders`. */
  title: string;
  onShow: () => void;
  /** Called when rows that no longer belong to the list are kept. */
  onKeep: () => void;
}

/** How soon the first row of a list is drawn once the list is scrolled to its top. */
const MOST_FRAMES = 20;

/**
 * Shown above a list that holds back new rows and keeps those that no longer match. It brings the list
 * up to date immediately while the top of the list is in view and the list has neither the pointer nor
 * the focus; otherwise it offers the new rows.
 */
function NewerRows({ count, settled, title, onShow, onKeep }: NewerRowsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const goUp = () => ref.current?.scrollIntoView({ block: 'start' });
  const showIfUnused = () => {
    if ((count !== 0 || settled > 0) && mayMove(ref.current)) onShow();
  };
  useEffect(() => {
    if (count !== 0) announce(`${count === 'many' ? 'Many' : count} new in ${title}`);
  }, [count, title]);
  useEffect(() => {
    if (settled === 0 || mayMove(ref.current)) return;
    announce(`${settled} no longer open in ${title}`);
    onKeep();
  }, [settled, title, onKeep]);
  useLayoutEffect(showIfUnused);
  useEffect(() => {
    const list = ref.current?.parentElement;
    // When the focus has arrived where it goes.
    const later = () => void setTimeout(showIfUnused);
    window.addEventListener('scroll', showIfUnused, { passive: true });
    list?.addEventListener('pointerleave', later);
    list?.addEventListener('focusout', later);
    return () => {
      window.removeEventListener('scroll', showIfUnused);
      list?.removeEventListener('pointerleave', later);
      list?.removeEventListener('focusout', later);
    };
  });
  const show = ({ detail }: { detail: number }) => {
    onShow();
    const list = ref.current?.parentElement;
    let frames = MOST_FRAMES;
    // The table measures its new rows first, and scrolls by what they differ from the ones before.
    const arrive = () => {
      goUp();
      const first = list?.querySelector<HTMLElement>('[aria-rowindex="2"] a');
      // The button disappears; with the keyboard one continues in the first row.
      if (first && detail === 0) first.focus();
      if (!first && frames-- > 0) requestAnimationFrame(arrive);
    };
    requestAnimationFrame(arrive);
  };
  return (
    <>
      <div ref={ref} className={classes.top} />
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

const NONE: readonly never[] = [];

/** The tabs of a list with a summary, which comes first. */
const LIST_TAB = 'calls';

/** A list with a summary is open if its tab is, or what only the list shows: a state, or an order. */
const isListOpen = (params: URLSearchParams, id: string | undefined): boolean =>
  id !== undefined || params.get('tab') === LIST_TAB || params.has('state');

function useSelection<Row extends Listed>(settings: OrderListSettings<Row>): Selection {
  const { hasMetadata, usualPeriod, Summary } = settings;
  const { id } = useParams<{ id?: string }>();
  const [params, setParams] = useSearchParams();
  const [openedAtMs] = useState(Date.now);
  const query = params.toString();
  const shown = useMemo<Selected>(() => {
    const given = new URLSearchParams(query);
    const bought = { key: readKey(given), metadata: readMetadata(given) };
    return {
      ...readShown(given, usualPeriod),
      ...(hasMetadata ? bought : { key: undefined, metadata: {} }),
    };
  }, [hasMetadata, query, usualPeriod]);
  const filter = useMemo(() => {
    const { metadata, key } = shown;
    return { ...filterOf(shown, openedAtMs), ...(hasMetadata ? { metadata, keyId: key } : {}) };
  }, [shown, openedAtMs, hasMetadata]);
  const tab = Summary && isListOpen(params, id) ? `tab=${LIST_TAB}` : '';
  const selected = writeSelected(shown, usualPeriod).toString();
  const search = [tab, selected].filter(Boolean).join('&');
  const write = (next: URLSearchParams) =>
    setParams([tab, next.toString()].filter(Boolean).join('&'));
  return {
    shown,
    filter,
    search: search && `?${search}`,
    isFiltered: selected !== '',
    select: (changes) => write(writeSelected({ ...shown, ...changes }, usualPeriod)),
    clear: () => write(new URLSearchParams()),
  };
}

function writeSelected(
  { key, metadata, ...shown }: Selected,
  usual: Period | undefined,
): URLSearchParams {
  const params = writeShown(shown, usual);
  if (key !== undefined) params.set('key', key);
  return writeMetadata(params, metadata);
}

const SEARCH_AFTER_MS = 150;

interface OrderListProps<Row extends Listed> {
  settings: OrderListSettings<Row>;
  selection: Selection;
  openId: string | undefined;
  actions?: ReactNode;
}

/** The orders that the URL selects, their filters, and beside them the open one. */
function OrderList<Row extends Listed>(props: OrderListProps<Row>) {
  const { settings, selection, openId, actions } = props;
  const { path, title, noun, source, hasMetadata, Names, Empty } = settings;
  const { shown, filter, search, isFiltered, select, clear } = selection;
  const [, navigate] = useLocation();
  const isOpenOnly = shown.state === 'open';
  const list = useShownOrders(source, filter, isOpenOnly);
  const rows = list.orders ?? NONE;
  const plural = title.toLowerCase();
  const [text, setText] = useState('');
  // What was searched for and not found.
  const [unknown, setUnknown] = useState<string>();
  const [part] = useDebouncedValue(partOfId(text), SEARCH_AFTER_MS);
  const byPart = useOrdersByPart(source, part);
  const filters = (names: ListingNames, keys: Searchable['keys']) => {
    const props = {
      selected: shown,
      searchable: {
        orders: byPart ?? NONE,
        listings: [...names.values()],
        keys,
        hasMetadata,
      },
      onChange: select,
    };
    return (
      <>
        <StateFilter {...props} />
        <ScopeFilters {...props} />
        <Search
          {...props}
          text={text}
          onType={(next) => {
            setText(next);
            setUnknown(undefined);
          }}
          onUnknown={setUnknown}
          onOpen={(id) => navigate(`${path}/${id}${search}`)}
        />
        {actions}
      </>
    );
  };
  const searchHint = hasMetadata
    ? 'Search by order id, listing, key, or metadata such as job=nightly.'
    : 'Search by order id or listing.';
  const empty =
    unknown !== undefined ? (
      <EmptyState
        title={`No ${plural} match “${visibleString(unknown)}”`}
        action={
          <Button
            variant="default"
            onClick={() => {
              setText('');
              setUnknown(undefined);
              document.querySelector<HTMLElement>('[type="search"]')?.focus();
            }}
          >
            Clear the search
          </Button>
        }
      >
        {searchHint}
      </EmptyState>
    ) : !isFiltered ? (
      <Empty />
    ) : (
      <EmptyState
        title={`No ${noun.toLowerCase()}s found`}
        action={
          <Button variant="default" onClick={clear}>
            Show all {plural}
          </Button>
        }
      >
        {settings.noMatch}
      </EmptyState>
    );
  return (
    <Names orders={rows}>
      {(names, keys) => (
        <>
          <div
            className={classes.filters}
            role="group"
            aria-label={`Filter ${noun.toLowerCase()}s`}
          >
            {filters(names, keys)}
          </div>
          <div className={classes.split} data-open={openId !== undefined}>
            <div className={classes.list}>
              {list.error && (
                <ErrorNotice
                  what={`Your ${plural} could not be loaded`}
                  error={shownError(list.error)}
                  onRetry={list.refetch}
                />
              )}
              <NewerRows
                count={unknown === undefined ? list.newer : 0}
                settled={list.settled.size}
                title={title}
                onShow={list.showNewest}
                onKeep={list.readSettled}
              />
              {(list.orders || !list.error) && (
                <OrderTable
                  settings={settings}
                  orders={unknown === undefined ? list.orders : NONE}
                  settled={list.settled}
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
        </>
      )}
    </Names>
  );
}

/** What the orders add up to, narrowed to a listing and a period. */
function OrderSummary<Row extends Listed>({ settings, selection }: ListPageProps<Row>) {
  const { Names, Summary, title } = settings;
  const { shown, select } = selection;
  return (
    <>
      <div className={classes.filters} role="group" aria-label={`Filter ${title.toLowerCase()}`}>
        <Names orders={NONE}>
          {(names) => (
            <ScopeFilters
              selected={shown}
              searchable={{
                orders: NONE,
                listings: [...names.values()],
                keys: undefined,
                hasMetadata: false,
              }}
              onChange={select}
            />
          )}
        </Names>
      </div>
      {Summary && <Summary shown={shown} />}
    </>
  );
}

interface ListPageProps<Row extends Listed> {
  settings: OrderListSettings<Row>;
  selection: Selection;
}

function ListPage<Row extends Listed>({
  settings,
  openId,
}: Omit<OrderListProps<Row>, 'selection'>) {
  const { path, title, noun, Intro, Actions, Summary, usualPeriod } = settings;
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const selection = useSelection(settings);
  const { shown, filter } = selection;
  const actions = Actions && <Actions filter={filter} isOpenOnly={shown.state === 'open'} />;
  const intro = <Intro shown={shown} />;
  if (!Summary) {
    return (
      <Page title={title} intro={intro} actions={actions}>
        <OrderList settings={settings} selection={selection} openId={openId} />
      </Page>
    );
  }
  const open = (tab: string | null) => {
    // The summary is of every state.
    const next = writeShown({ ...shown, state: 'all' }, usualPeriod);
    if (tab === LIST_TAB) next.set('tab', tab);
    navigate(`${path}?${next.toString()}`.replace(/\?$/, ''), { replace: true });
  };
  return (
    <Page title={title} intro={intro}>
      <Tabs
        value={isListOpen(params, openId) ? LIST_TAB : 'summary'}
        onChange={open}
        keepMounted={false}
      >
        <Tabs.List aria-label={title} mb="md">
          <Tabs.Tab value="summary">Summary</Tabs.Tab>
          <Tabs.Tab value={LIST_TAB}>{noun}s</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="summary">
          <OrderSummary settings={settings} selection={selection} />
        </Tabs.Panel>
        <Tabs.Panel value={LIST_TAB}>
          <OrderList settings={settings} selection={selection} openId={openId} actions={actions} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** The orders that the URL's filters select, and the open one beside them. */
export function OrderListPage<Row extends Listed>({
  settings,
}: {
  settings: OrderListSettings<Row>;
}) {
  const { path, title, noun, Summary, Details } = settings;
  const { id } = useParams<{ id?: string }>();
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  if (id === undefined || !isPhone) return <ListPage settings={settings} openId={id} />;
  // A phone has no room for an order beside the list.
  if (Summary) params.set('tab', LIST_TAB);
  const query = params.toString();
  return (
    <Page title={noun} above={<Link href={`${path}${query && `?${query}`}`}>{title}</Link>}>
      <Details key={id} id={id} />
    </Page>
  );
}
