// docs/buy/webhooks.md#event-streams: how the changes of one process reach the streams of another.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventBatch } from '../../src/events/event.ts';
import { createClusterEventFeed } from '../../src/events/cluster.ts';
import { createStillClock } from '../still-clock.ts';

const ORDER = { id: 'o', buyerId: 'b', sellerId: 's' };
const LISTING = { id: 'l', accountId: 's' };

function open({ isAlone = false } = {}) {
  const clock = createStillClock();
  const sent: string[] = [];
  const feed = createClusterEventFeed({
    clock,
    notify: {
      orderUpdated: (text) => sent.push(text),
      listingUpdated: (text) => sent.push(text),
      watching() {
        sent.push('watching');
        return !isAlone;
      },
    },
    delivers: () => true,
  });
  onTestFinished(() => feed.close());
  return { clock, sent, feed };
}

/** The next batch of events of an account. */
const nextBatch = (feed: ReturnType<typeof open>['feed'], accountId: string) =>
  new Promise<EventBatch>((resolve) => {
    const unsubscribe = feed.subscribe(accountId, (batch) => {
      unsubscribe();
      resolve(batch);
    });
  });

describe('a process without subscribers elsewhere', () => {
  it('sends nothing', () => {
    const { feed, sent } = open();
    feed.orderUpdated(ORDER);
    feed.listingUpdated(LISTING);
    expect(sent).toEqual([]);
  });

  it('sends its changes while another process says that it has some, and 45 s longer', () => {
    const { feed, sent, clock } = open();
    feed.watched();
    feed.orderUpdated(ORDER);
    feed.listingUpdated(LISTING);
    expect(sent).toEqual(['o b s', 'l s']);
    clock.move(44_999);
    feed.watched();
    clock.move(44_999);
    feed.orderUpdated(ORDER);
    expect(sent).toHaveLength(3);
    clock.move(1);
    feed.orderUpdated(ORDER);
    expect(sent).toHaveLength(3);
  });
});

describe('a process with subscribers', () => {
  it('says so at once and every 15 s, until there are none', () => {
    const { feed, sent, clock } = open();
    const unsubscribe = feed.subscribe('b', () => undefined);
    feed.subscribe('s', () => undefined)();
    expect(sent).toEqual(['watching']);
    clock.move(15_000);
    expect(sent).toHaveLength(2);
    unsubscribe();
    unsubscribe();
    clock.move(60_000);
    expect(sent).toHaveLength(2);
  });

  it('tells them what another process changed, to the buyer and the seller', async () => {
    const { feed, sent } = open();
    const [buyer, seller] = [nextBatch(feed, 'b'), nextBatch(feed, 's')];
    feed.received.orderUpdated('o b s');
    feed.received.listingUpdated('l s');
    expect(await buyer).toEqual([{ type: 'order.updated', id: 'o' }]);
    expect(await seller).toEqual([
      { type: 'sale.updated', id: 'o' },
      { type: 'listing.updated', id: 'l' },
    ]);
    expect(sent).toEqual(['watching']);
  });

  it('tells them to start over a second after the first of them, and after a connection', async () => {
    const { feed, sent, clock } = open();
    const first = nextBatch(feed, 'b');
    clock.move(1_000);
    expect(await first).toBe('resync');
    feed.subscribe('b', () => undefined);
    clock.move(1_000);
    const connected = nextBatch(feed, 'b');
    sent.length = 0;
    feed.connected();
    expect(sent).toEqual(['watching']);
    clock.move(1_000);
    expect(await connected).toBe('resync');
  });

  it('does not tell them to start over while it is alone', async () => {
    const { feed, clock } = open({ isAlone: true });
    const first = nextBatch(feed, 'b');
    clock.move(1_000);
    feed.received.orderUpdated('o b s');
    expect(await first).not.toBe('resync');
  });
});
