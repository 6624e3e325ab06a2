import { Button, Tabs } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { shownError } from '../data/errors.ts';
import { partOfId, useOrdersByPart } from '../data/find-orders.ts';
import {
  filterOf,
  type Period,
  readKey,
  readMetadata,
  readShown,
  writeMetadata,
  writeShown,
} from '../data/order-filter.ts';
import { type OrderFilter, useShownOrders } from '../data/paged-orders.ts';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { visibleString } from '../ui/visible-text.ts';
import { NewerRows } from './NewerRows.tsx';
import { OrderDrawer } from './OrderDrawer.tsx';
import { ScopeFilters, Search, type Selected, StateFilter } from './OrderFilters.tsx';
import { OrderTable } from './OrderTable.tsx';
import type { Listed, ListingNames, OrderListSettings } from './order-list-settings.ts';
import classes from './orders.module.css';
import {
  findByText,
  type Found,
  isProblem,
  narrowedTo,
  ordersMeant,
  type Searchable,
} from './search.ts';

/** What the URL selects, and how it is changed. */
interface Selection {
  shown: Selected;
  /** The same as the API has it. */
  filter: OrderFilter;
  /** The query of the list with it, with its `?`; empty without any. */
  search: string;
  isFiltered: boolean;
  /** The same for another selection. */
  searchOf: (changes: Partial<Selected>) => string;
  select: (changes: Partial<Selected>) => void;
  /** Typing adds no history entries: "back" leads to the previous page, not to the previous letter. */
  searchFor: (words: string) => void;
  clear: () => void;
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
      words: given.get('query') ?? '',
    };
  }, [hasMetadata, query, usualPeriod]);
  const filter = useMemo(() => {
    const { metadata, key } = shown;
    return { ...filterOf(shown, openedAtMs), ...(hasMetadata ? { metadata, keyId: key } : {}) };
  }, [shown, openedAtMs, hasMetadata]);
  const tab = Summary && isListOpen(params, id) ? `tab=${LIST_TAB}` : '';
  const queryOf = (changes: Partial<Selected>) => {
    const selected = writeSelected({ ...shown, ...changes }, usualPeriod).toString();
    return [tab, selected].filter(Boolean).join('&');
  };
  const searchOf = (changes: Partial<Selected>) => queryOf(changes) && `?${queryOf(changes)}`;
  return {
    shown,
    filter,
    search: searchOf({}),
    isFiltered: writeSelected(shown, usualPeriod).size > 0,
    searchOf,
    select: (changes) => setParams(queryOf(changes)),
    searchFor: (words) => setParams(queryOf({ words }), { replace: true }),
    clear: () => setParams(tab),
  };
}

function writeSelected(
  { key, metadata, words, ...shown }: Selected,
  usual: Period | undefined,
): URLSearchParams {
  const params = writeShown(shown, usual);
  if (key !== undefined) params.set('key', key);
  if (words.trim() !== '') params.set('query', words);
  return writeMetadata(params, metadata);
}

/** How many of the filters that a phone folds are set. */
const scopeCount = ({ listing, period, day, key, metadata }: Selected, usual: Period = 'any') =>
  [listing, day, key].filter((each) => each !== undefined).length +
  Object.keys(metadata).length +
  (period === usual || day !== undefined ? 0 : 1);

interface OrderListProps<Row extends Listed> {
  settings: OrderListSettings<Row>;
  selection: Selection;
  openId: string | undefined;
  actions?: ReactNode;
}

interface NamedOrdersProps<Row extends Listed> extends OrderListProps<Row> {
  names: ListingNames;
  keys: Searchable['keys'];
}

/** What the words of the search may mean, and the orders that they mean. */
function useFoundOrders<Row extends Listed>(props: NamedOrdersProps<Row>) {
  const { settings, selection, names, keys } = props;
  const { source, hasMetadata, problemOf } = settings;
  const { shown, filter } = selection;
  const words = shown.words.trim();
  const part = partOfId(words);
  const byPart = useOrdersByPart(source, part);
  const searchable = useMemo<Searchable>(
    () => ({ orders: byPart ?? NONE, listings: [...names.values()], keys, hasMetadata }),
    [byPart, names, keys, hasMetadata],
  );
  const found = useMemo(() => findByText(words, searchable, Infinity), [words, searchable]);
  // By value: names are read again, and the list must stay the same.
  const only = words !== '' && found.length === 1 ? JSON.stringify(found[0]) : undefined;
  // What names nothing else may be why orders failed.
  const isOfProblems = words !== '' && part === undefined && found.length === 0;
  const narrowed = useMemo(() => {
    if (isOfProblems) return { ...filter, orderState: filter.orderState ?? ('failed' as const) };
    return only === undefined ? filter : narrowedTo(JSON.parse(only) as Found, filter);
  }, [only, isOfProblems, filter]);
  const list = useShownOrders(source, narrowed, shown.state === 'open');
  const { orders } = list;
  const rows = useMemo(() => {
    if (words === '') return orders;
    if (isOfProblems) return orders?.filter((order) => isProblem(words, problemOf(order)));
    // They may not be among those that are loaded.
    if (found.length === 0) return part !== undefined && !byPart ? undefined : NONE;
    const known = new Map([...(byPart ?? NONE), ...(orders ?? NONE)].map((row) => [row.id, row]));
    return orders && ordersMeant(found, [...known.values()]);
  }, [words, isOfProblems, problemOf, found, part, byPart, orders]);
  return { searchable, list, rows, words };
}

/** The orders that the URL selects, their filters, and beside them the open one. */
function NamedOrders<Row extends Listed>(props: NamedOrdersProps<Row>) {
  const { settings, selection, openId, actions } = props;
  const { path, title, noun, hasMetadata, Empty } = settings;
  const { shown, search, searchOf, isFiltered, select, searchFor, clear } = selection;
  const [, navigate] = useLocation();
  const { searchable, list, rows, words } = useFoundOrders(props);
  const plural = title.toLowerCase();
  const filters = { selected: shown, searchable, onChange: select };
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const scope = <ScopeFilters {...filters} />;
  const scopes = scopeCount(shown, settings.usualPeriod);
  const openAt = rows?.findIndex(({ id }) => id === openId) ?? -1;
  const hrefAt = (at: number) => {
    const row = openAt === -1 ? undefined : rows?.[at];
    return row && `${path}/${row.id}${search}`;
  };
  const searchHint = hasMetadata
    ? 'Search by order id, listing, key, why a call failed, or metadata such as job=nightly.'
    : 'Search by order id, listing, or why a call failed.';
  const empty =
    words !== '' ? (
      <EmptyState
        title={`No ${plural} match “${visibleString(words)}”`}
        action={
          <Button
            variant="default"
            onClick={() => {
              searchFor('');
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
    <>
      <div className={classes.filters} role="group" aria-label={`Filter ${noun.toLowerCase()}s`}>
        <StateFilter {...filters} />
        {!isPhone && scope}
        <Search
          {...filters}
          onWords={searchFor}
          onOpen={(id) => navigate(`${path}/${id}${searchOf({ words: '' })}`)}
        />
        {isPhone && (
          <Button
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {scopes === 0 ? 'Filters' : `Filters (${scopes})`}
          </Button>
        )}
        {actions}
        {isPhone && isOpen && scope}
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
            count={words === '' ? list.newer : 0}
            settled={list.settled.size}
            title={title}
            onShow={list.showNewest}
            onKeep={list.readSettled}
          />
          {(list.orders || !list.error) && (
            <OrderTable
              settings={settings}
              orders={rows}
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
            previous={hrefAt(openAt - 1)}
            next={hrefAt(openAt + 1)}
            onClose={() => navigate(`${path}${search}`)}
          >
            {(close) => (
              <settings.Details
                key={openId}
                id={openId}
                known={rows?.find(({ id }) => id === openId)}
                close={close}
              />
            )}
          </OrderDrawer>
        )}
      </div>
    </>
  );
}

/** The same, with the names that it can be filtered by. */
function OrderList<Row extends Listed>(props: OrderListProps<Row>) {
  const { source, Names } = props.settings;
  const { filter, shown } = props.selection;
  const { orders } = useShownOrders(source, filter, shown.state === 'open');
  return (
    <Names orders={orders ?? NONE}>
      {(names, keys) => <NamedOrders {...props} names={names} keys={keys} />}
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
  const actions = Actions && (
    <Actions
      filter={filter}
      isOpenOnly={shown.state === 'open'}
      isSearching={shown.words.trim() !== ''}
    />
  );
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
  const { path, title, noun, Summary, Title, Details } = settings;
  const { id } = useParams<{ id?: string }>();
  const [params] = useSearchParams();
  const isPhone = useIsPhone();
  if (id === undefined || !isPhone) return <ListPage settings={settings} openId={id} />;
  // A phone has no room for an order beside the list.
  if (Summary) params.set('tab', LIST_TAB);
  const query = params.toString();
  return (
    <Page
      title={noun}
      heading={<Title id={id} />}
      above={<Link href={`${path}${query && `?${query}`}`}>{title}</Link>}
    >
      <Details key={id} id={id} />
    </Page>
  );
}
