// Requests that wait for an order are notified when another process settles it.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClusterOrderEvents } from '../../src/events/cluster.ts';
import {
  openNotifications,
  type Notifications,
} from '../../src/database/postgres/notifications.ts';
import { startCluster } from '../postgres/cluster.ts';
import { newDatabase, runStatements } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';

const CHANNEL = 'test_channel';
const LONG_MS = 3_600_000;

function openOn(url: string, onText: (text: string) => void): Notifications {
  const opened = openNotifications({ url, channels: { [CHANNEL]: onText } });
  onTestFinished(() => opened.close());
  return opened;
}

/** Sends repeatedly until it arrives, because a connection takes time, also to be restored. */
async function sendUntilReceived(
  sender: Notifications,
  texts: string[],
  text: string,
): Promise<void> {
  while (!texts.includes(text)) {
    sender.send(CHANNEL, text);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('notifications', () => {
  it('reach every process on the database, even many at once', async () => {
    const url = await newDatabase();
    const texts: string[] = [];
    openOn(url, (text) => texts.push(text));
    const sender = openOn(url, () => undefined);
    await sendUntilReceived(sender, texts, 'first');
    const many = Array.from({ length: 1_000 }, (_, n) => `01900000-0000-7000-8000-${n}`);
    for (const text of many) sender.send(CHANNEL, text);
    await sendUntilReceived(sender, texts, 'last');
    expect(texts).toEqual(expect.arrayContaining(many));
  });

  it('resume after the connection was closed, and after Postgres was down', async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.remove());
    const url = cluster.url('postgres');
    const texts: string[] = [];
    openOn(url, (text) => texts.push(text));
    const sender = openOn(url, () => undefined);
    await sendUntilReceived(sender, texts, 'before');
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
    await runStatements(url, [`${others} AND backend_type = 'client backend'`]);
    await sendUntilReceived(sender, texts, 'again');
    await cluster.stop('crash');
    await cluster.start();
    await sendUntilReceived(sender, texts, 'after');
    expect(texts).toContain('after');
  });
});

describe('a wait for an order that any process may settle', () => {
  function open({ settled = [] as string[] } = {}) {
    const clock = createStillClock();
    const sent: string[] = [];
    const waiting: unknown[] = [];
    const polls: string[][] = [];
    const errors: unknown[] = [];
    const events = createClusterOrderEvents({
      clock,
      notify: { settled: (id) => sent.push(id), waiting: (order) => sent.push(order) },
      onWaiting: (order) => waiting.push(order),
      settledAmong: async (ids) => {
        polls.push([...ids]);
        if (settled.includes('broken')) throw new Error('on purpose');
        return ids.filter((id) => settled.includes(id));
      },
      onError: (error) => errors.push(error),
    });
    return { clock, sent, waiting, polls, errors, events, settled };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('ends when this process settles it, and notifies the others', async () => {
    const { events, sent } = open();
    const waiting = events.wait('a', LONG_MS);
    events.settled('a');
    await waiting;
    expect(sent).toEqual(['a']);
  });

  it('ends when another process notifies this one', async () => {
    const { events, sent } = open();
    const waiting = events.wait('a', LONG_MS);
    events.settledElsewhere('a');
    await waiting;
    expect(sent).toEqual([]);
  });

  it('ends within a second without a notification, with one query for all waits', async () => {
    const { events, clock, polls, settled } = open();
    const waits = ['a', 'b', 'a'].map((id) => events.wait(id, LONG_MS));
    clock.move(1_000);
    await turn();
    settled.push('a', 'b');
    clock.move(1_000);
    await Promise.all(waits);
    expect(polls).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('continues after a query failed', async () => {
    const { events, clock, errors, settled } = open({ settled: ['broken'] });
    const waiting = events.wait('a', LONG_MS);
    clock.move(1_000);
    await turn();
    expect(errors).toHaveLength(1);
    settled.splice(0, 1, 'a');
    clock.move(1_000);
    await waiting;
  });

  it('a wait that has ended causes no more queries', async () => {
    const { events, clock, polls } = open();
    const waiting = events.wait('a', 500);
    clock.move(500);
    await waiting;
    for (let n = 0; n < 3; n++) {
      clock.move(1_000);
      await turn();
    }
    expect(polls.length).toBeLessThanOrEqual(1);
  });

  it('is announced by a process without a free slot to the others', () => {
    const { events, sent, waiting } = open();
    const order = { id: 'a', buyerId: 'b', sellerId: 's' };
    events.announceWaiting(order);
    expect(sent).toEqual(['a b s']);
    events.waitingElsewhere('a b s');
    expect(waiting).toEqual([order]);
  });
});
