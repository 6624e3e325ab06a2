import { Stack } from '@mantine/core';
import type { ListingStats } from '@mkt/client';
import { Link } from 'wouter';
import { COUNT } from '../data/stats-words.ts';
import { BarList, BarRow } from '../ui/BarList.tsx';
import { Money } from '../ui/Money.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import type { RevenueGroup } from './revenue-groups.ts';

interface RevenueBarsProps {
  groups: readonly RevenueGroup<ListingStats['data'][number]>[];
  /** Where a listing leads, by its slug or id. */
  hrefOf: (listing: string) => string;
}

/** What each listing earned: each currency has a scale of its own, and says so if there are several. */
export const RevenueBars = ({ groups, hrefOf }: RevenueBarsProps) => (
  <Stack gap="sm">
    {groups.map(({ currency, rows }) => (
      <BarList key={currency} title={groups.length > 1 ? currency || 'Nothing earned' : undefined}>
        {rows.map(({ listingId, slug, title, calls, amount, share }) => (
          <BarRow
            key={listingId}
            name={
              <Link href={hrefOf(slug ?? listingId)}>
                <VisibleText>{title ?? 'A deleted listing'}</VisibleText>
              </Link>
            }
            note={`${COUNT.format(calls)} ${calls === 1 ? 'call' : 'calls'}`}
            figure={currency ? <Money amount={amount} currency={currency} /> : '–'}
            share={share}
          />
        ))}
      </BarList>
    ))}
  </Stack>
);
