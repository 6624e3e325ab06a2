import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import type { ComponentType, ReactNode } from 'react';
import type { ListingName } from '../data/listings.ts';
import type { Period, Shown } from '../data/order-filter.ts';
import type { OrderFilter, OrderSource } from '../data/paged-orders.ts';
import type { Column } from '../ui/DataTable.tsx';
import type { Selected } from './OrderFilters.tsx';
import type { Problem } from './problem-words.ts';
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
  /** Whether the list shows only what is searched for, which the filter does not say. */
  isSearching: boolean;
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
  problemOf: (order: Row) => Problem | undefined;
  /** Says that no order matches the filters. */
  noMatch: string;
  /** Shown instead of the list when there are no orders at all. */
  Empty: ComponentType;
  /** The listing of an order, as the title of its page. */
  Title: ComponentType<{ id: string }>;
  /** The open order. */
  Details: ComponentType<DetailsProps<Row>>;
}
