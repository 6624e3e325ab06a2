import type { OwnListing } from '@mkt/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { statsQuery } from '../../data/stats-range.ts';
import { orderStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { Icon } from '../../ui/Icon.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { attentionItems } from './attention-items.ts';
import classes from './Attention.module.css';

interface AttentionProps {
  listings: readonly OwnListing[];
  nowMs: number;
}

/** What needs attention comes first; nothing is shown if nothing does. */
export function Attention({ listings, nowMs }: AttentionProps) {
  const hours = statsQuery('24h', nowMs);
  const bought = useQuery(orderStatsQuery(hours));
  const sold = useQuery({ ...salesStatsQuery(hours), enabled: listings.length > 0 });
  const items = attentionItems(listings, sold.data, bought.data);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="attention">
      <div className={classes.head}>
        <h2 id="attention">Needs attention</h2>
        <span>{items.length}</span>
      </div>
      <ul className={classes.items}>
        {items.map(({ id, tone, icon, listing, sentence, detail, action }) => (
          <li key={id} data-tone={tone}>
            <span className={classes.mark}>
              <Icon name={icon} />
            </span>
            <div>
              <h3>
                {listing} {sentence}
              </h3>
              <p>
                <VisibleText>{detail}</VisibleText>
              </p>
            </div>
            <Button size="xs" variant="default" component={Link} href={action.href}>
              {action.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
