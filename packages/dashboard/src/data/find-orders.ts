import type { OrderSummary, SellerOrderSummary } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import type { OrderSource } from './paged-orders.ts';

const PART = /^(?:…|\.{3})?([0-9a-f][0-9a-f-]{3,35})$/;

/** The first or last characters of an id, as in `0198c7de` or `…4d55`, in what was typed. */
export const partOfId = (typed: string): string | undefined =>
  PART.exec(typed.trim().toLowerCase())?.[1];

const bare = (id: string) => id.replaceAll('-', '');

/** Whether an id begins or ends with a part of one. */
export const isPartOf = (part: string, id: string): boolean =>
  bare(id).startsWith(bare(part)) || bare(id).endsWith(bare(part));

const TIME_DIGITS = 12;
const HEX = 16;
/** The clock of the process that made the id, and that of the database. */
const MARGIN_MS = 60_000;

/** When an order was placed whose id begins so: the first 12 digits of a UUID v7 are its time. */
export function placedWithin(
  part: string,
  nowMs: number,
): { createdAfter: string; createdBefore: string } | undefined {
  const digits = bare(part).slice(0, TIME_DIGITS);
  const from = Number.parseInt(digits.padEnd(TIME_DIGITS, '0'), HEX) - MARGIN_MS;
  const until = Number.parseInt(digits.padEnd(TIME_DIGITS, 'f'), HEX) + MARGIN_MS;
  if (from > nowMs || until < 0) return undefined;
  const timeOf = (ms: number) =>
    new Date(Math.max(0, Math.min(ms, nowMs + MARGIN_MS))).toISOString();
  return { createdAfter: timeOf(from), createdBefore: timeOf(until) };
}

/** As many as one page of a list has. */
const MOST_READ = 100;
const MOST_SHOWN = 5;
const STALE_MS = 30_000;

/**
 * The orders whose ids begin or end with a part: of the time that its beginning names, and of the newest,
 * since the ends of ids are in no index.
 */
export const useOrdersByPart = <Row extends OrderSummary | SellerOrderSummary>(
  { noun, list }: OrderSource<Row>,
  part: string | undefined,
): readonly Row[] | undefined =>
  useQuery({
    queryKey: [noun, 'by-part', part ?? null],
    async queryFn({ signal }): Promise<readonly Row[]> {
      const sought = part ?? '';
      const time = placedWithin(sought, Date.now());
      const lists = [{}, ...(time ? [time] : [])];
      const pages = await Promise.all(
        lists.map(async (of) => (await list({ limit: MOST_READ, ...of }, { signal })).data),
      );
      const found = pages.flat().filter(({ id }) => isPartOf(sought, id));
      return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, MOST_SHOWN);
    },
    enabled: part !== undefined,
    staleTime: STALE_MS,
  }).data;
