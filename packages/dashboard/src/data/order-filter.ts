import type { Order, OrderState } from '@mkt/client';
import type { OrderFilter } from './paged-orders.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** The states that the URL can select; `open` is waiting or running. */
const SHOWN_STATES = ['all', 'completed', 'failed', 'open'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

const LABELS: Readonly<Record<ShownState, string>> = {
  all: 'All',
  completed: 'Completed',
  failed: 'Failed',
  open: 'In progress',
};

export const STATES = SHOWN_STATES.map((value) => ({ value, label: LABELS[value] }));

export const PERIODS = [
  { value: 'any', label: 'Any time' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

const DAYS: Readonly<Record<Period, number | undefined>> = {
  any: undefined,
  '24h': 1,
  '7d': 7,
  '30d': 30,
};

/** What the URL of the page selects. */
export interface Shown {
  state: ShownState;
  /** The slug or id of a listing. */
  listing: string | undefined;
  period: Period;
  /** A day of UTC such as `2026-11-20`, in place of the period. */
  day?: string | undefined;
}

/** Takes the place of a key's id, for orders placed by people who were signed in. */
export const NO_KEY = 'none';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A text that was copied as the id of an order, in lower case. */
export function readId(text: string): string | undefined {
  const id = text.trim().toLowerCase();
  return UUID.test(id) ? id : undefined;
}

/** The key whose orders the URL selects: its id, or `none`. */
export function readKey(params: URLSearchParams): string | undefined {
  const key = params.get('key') ?? '';
  return key === NO_KEY ? key : readId(key);
}

const readDay = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Anyone can edit a URL, so unknown values are ignored. `usual` is the period of a URL without one. */
export function readShown(params: URLSearchParams, usual: Period = 'any'): Shown {
  const state = SHOWN_STATES.find((known) => known === params.get('state')) ?? 'all';
  const period = PERIODS.find(({ value }) => value === params.get('period'))?.value ?? usual;
  const day = readDay(params.get('day') ?? '');
  return { state, listing: params.get('listing') || undefined, period, ...(day && { day }) };
}

/** The query of the URL, without defaults. */
export function writeShown(
  { state, listing, period, day }: Shown,
  usual: Period = 'any',
): URLSearchParams {
  const params = new URLSearchParams();
  if (state !== 'all') params.set('state', state);
  if (listing !== undefined) params.set('listing', listing);
  if (day !== undefined) params.set('day', day);
  else if (period !== usual) params.set('period', period);
  return params;
}

/** The filter of the API, of whole minutes. `open` orders have two states, and so two requests. */
export function filterOf({ state, listing, period, day }: Shown, nowMs: number): OrderFilter {
  const days = DAYS[period];
  const since = (days: number) =>
    new Date(Math.floor((nowMs - days * DAY_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  const states: Partial<Record<ShownState, OrderState>> = {
    completed: 'completed',
    failed: 'failed',
  };
  const of = { orderState: states[state], listingId: listing };
  if (day !== undefined) {
    const fromMs = Date.parse(day);
    const iso = (ms: number) => new Date(ms).toISOString();
    return { ...of, createdAfter: iso(fromMs), createdBefore: iso(fromMs + DAY_MS) };
  }
  return { ...of, createdAfter: days === undefined ? undefined : since(days) };
}

type Metadata = Order['metadata'];

const METADATA_NAME = /^[A-Za-z0-9_.-]{1,40}$/;
const MAX_METADATA_TEXT = 200;

/** `job=nightly` as a member of the metadata; `undefined` if no order can have it. */
export function readMember(member: string): [name: string, text: string] | undefined {
  const equals = member.indexOf('=');
  const name = member.slice(0, equals);
  const text = member.slice(equals + 1);
  if (equals < 1 || !METADATA_NAME.test(name)) return undefined;
  return text.length <= MAX_METADATA_TEXT && !text.includes('\0') ? [name, text] : undefined;
}

/** The metadata that the URL selects, as in `?metadata=job%3Dnightly`; one text per name. */
export function readMetadata(params: URLSearchParams): Metadata {
  const members = params.getAll('metadata').flatMap((member) => {
    const read = readMember(member);
    return read ? [read] : [];
  });
  return Object.fromEntries(members);
}

/** Adds metadata to the query of a URL. */
export function writeMetadata(params: URLSearchParams, metadata: Metadata): URLSearchParams {
  for (const [name, text] of Object.entries(metadata)) params.append('metadata', `${name}=${text}`);
  return params;
}
