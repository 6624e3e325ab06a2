import type { OrderStats } from '@mkt/client';
import { Link } from 'wouter';
import type { StatsRange } from '../../data/stats-range.ts';
import { Card } from '../../ui/Card.tsx';
import { formatMoneyList } from '../../ui/money.ts';
import { COUNT, RANGE_WORDS } from './range-words.ts';

/** What the account bought, in one line. */
export function Bought({ range, stats }: { range: StatsRange; stats: OrderStats }) {
  const { calls, completed, failed, spend } = stats.totals;
  const parts = [
    `${COUNT.format(calls)} ${calls === 1 ? 'call' : 'calls'} in ${RANGE_WORDS[range]}`,
    `${COUNT.format(completed)} completed`,
    `${COUNT.format(failed)} failed`,
    spend.length > 0 ? `${formatMoneyList(spend)} spent` : 'nothing spent',
  ];
  return (
    <Card title="Bought" aside={<Link href="/orders">All orders</Link>}>
      {calls === 0 ? `No calls in ${RANGE_WORDS[range]}.` : parts.join(' · ')}
    </Card>
  );
}
