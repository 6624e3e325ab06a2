import { useQuery } from '@tanstack/react-query';
import { boughtInWords } from '../../data/bought-words.ts';
import { orderStatsQuery } from '../../data/stats.ts';
import { statsQuery, RANGE_STEP_MS } from '../../data/stats-words.ts';
import { useNow } from '../../ui/RelativeTime.tsx';
import { formatMoneyList } from '../../ui/text.ts';
import type { Shown } from '../../data/order-filter.ts';

/** What was bought in the period of the address, in one sentence; of the last 24 hours without one. */
export function BoughtSummary({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const range = shown.period === 'any' ? '24h' : shown.period;
  const { listing } = shown;
  const query = { ...statsQuery(range, nowMs), ...(listing ? { listingId: listing } : {}) };
  const stats = useQuery(orderStatsQuery(query));
  if (!stats.data) return 'Calls that you bought, newest first.';
  const { totals } = stats.data;
  return boughtInWords(totals, formatMoneyList(totals.spend), range);
}
