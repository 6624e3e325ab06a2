import type { OrderStats } from '@mkt/client';
import { Link } from 'wouter';
import { boughtInWords } from '../../data/bought-words.ts';
import type { StatsRange } from '../../data/stats-words.ts';
import { Card } from '../../ui/Card.tsx';
import { formatMoneyList } from '../../ui/text.ts';

/** What the account bought, in one line. */
export const Bought = ({ range, stats }: { range: StatsRange; stats: OrderStats }) => (
  <Card title="Bought" aside={<Link href="/orders">All orders</Link>}>
    {boughtInWords(stats.totals, formatMoneyList(stats.totals.spend), range)}
  </Card>
);
