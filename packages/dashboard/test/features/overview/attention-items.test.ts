import type { OrderStats, OwnListing } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { attentionItems } from '../../../src/features/overview/attention-items.ts';

const listing = (slug: string, parts: object) =>
  ({
    id: slug,
    slug,
    status: 'published',
    reviewRejectionReason: null,
    health: { status: 'healthy' },
    ...parts,
  }) as OwnListing;

const hour = (calls: number, failures: OrderStats['totals']['failures']) => {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return { start: '', calls, completed: calls - failed, failed, failures, spend: [] };
};

const sentencesOf = (items: ReturnType<typeof attentionItems>) =>
  items.map(({ listing = '', sentence }) => `${listing} ${sentence}`.trim());

describe('attentionItems', () => {
  it('names flagged listings first, then those that are paused or unhealthy', () => {
    const items = attentionItems(
      [
        listing('rates', { health: { status: 'unhealthy' } }),
        listing('geo', { status: 'paused', reviewRejectionReason: 'Its schema is too slow.' }),
        listing('qr-code', { status: 'flagged', reviewRejectionReason: 'Content: a price.' }),
        listing('fine', {}),
        listing('resting', { status: 'paused', health: { status: 'unhealthy' } }),
      ],
      undefined,
      undefined,
    );
    expect(sentencesOf(items)).toEqual([
      'qr-code was flagged by the review',
      'rates is unhealthy',
      'geo was paused by the marketplace',
    ]);
    expect(items[0]?.detail).toBe('Content: a price. Buyers cannot see the listing.');
  });

  it('says how many calls of the last two hours failed, and why', () => {
    const data = [
      hour(90, { seller_status: 90 }),
      hour(40, { timeout: 17 }),
      hour(20, { connection: 1 }),
    ];
    const [item] = attentionItems([], undefined, { data });
    expect(item?.sentence).toBe('18 of 60 calls that you bought failed in the last two hours');
    expect(item?.detail).toBe('17 timed out, 1 lost the connection. Failed calls are not charged.');
  });

  it('is silent about a few failures among many calls', () => {
    expect(attentionItems([], undefined, { data: [hour(2, { timeout: 2 })] })).toEqual([]);
    expect(attentionItems([], { data: [] }, { data: [hour(100, { timeout: 9 })] })).toEqual([]);
  });
});
