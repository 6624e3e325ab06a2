// Jobs in memory and jobs in the database behave the same.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Jobs } from '../../src/listings/review.ts';
import { createBossJobs } from '../../src/server/boss-jobs.ts';
import { createLocalJobs } from '../../src/server/jobs.ts';
import type { Engine, TransactionHook } from '../../src/database/engine.ts';
import { openPostgres } from '../../src/database/postgres/engine.ts';
import { openNotifications } from '../../src/database/postgres/notifications.ts';
import { openQueueDatabase } from '../../src/database/postgres/queue-database.ts';
import { databaseOf } from '../../src/database/postgres/session.ts';
import { openLocalBackground, type Background } from '../../src/server/chores.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import type { BackgroundWork } from '../../src/server/chores.ts';
import { newDatabase } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';

interface Handlers {
  review(listingId: string): Promise<unknown>;
}

interface Opened {
  jobs: Jobs & { close(): Promise<void> };
  engine: Engine;
  errors: unknown[];
}

async function local({ review }: Handlers): Promise<Opened> {
  const { engine, close } = await openSqliteStorage({ clock: createStillClock() });
  const errors: unknown[] = [];
  const jobs = createLocalJobs({
    reviewProvider: review,
    reviewsPerAccount: 2,
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await jobs.close();
    await close();
  });
  return { jobs, engine, errors };
}

async function inDatabase({ review }: Handlers): Promise<Opened> {
  const url = await newDatabase();
  const { engine, close } = openPostgres({ url, connections: 4 });
  const errors: unknown[] = [];
  const notifications = openNotifications({ url, channels: {} });
  await notifications.started;
  const jobs = createBossJobs({
    database: openQueueDatabase({ url }, { listen: notifications.listen }),
    works: true,
    reviewsPerAccount: 2,
    handlers: {
      'review-provider': ({ listingId }) => review(listingId),
    },
    scheduled: [],
    databaseOf,
    onError: (error) => errors.push(error),
  });
  await jobs.start();
  onTestFinished(async () => {
    await jobs.close();
    await notifications.close();
    await close();
  });
  return { jobs, engine, errors };
}

const KINDS = [
  { name: 'in memory', open: local },
  { name: 'in a database', open: inDatabase },
];

/** Handlers that record their jobs; a review waits until the test releases it. */
function watched() {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  const note = (what: string) => {
    begun.push(what);
    waiting.shift()?.();
  };
  return { begun, next, note };
}

const withTransaction = (engine: Engine, work: TransactionHook<void>) =>
  engine.write(
    function* nothing() {
      yield { sql: 'SELECT 1', parameters: [] };
    },
    undefined,
    work,
  );

const reviewOf = (listingId: string, accountId = 'seller') => ({
  kind: 'review-provider' as const,
  listingId,
  accountId,
});

describe.each(KINDS)('a job $name', ({ open }) => {
  it('runs soon', async () => {
    const { begun, next, note } = watched();
    const { jobs } = await open({
      review: async (id) => note(id),
    });
    const first = next();
    await jobs.enqueue(reviewOf('a'));
    await first;
    expect(begun).toEqual(['a']);
  });

  it('a review that is queued or running is not started again for the same listing', async () => {
    const { begun, next, note } = watched();
    const held = Promise.withResolvers<void>();
    const review = async (id: string) => {
      note(id);
      if (id === 'a') await held.promise;
    };
    const { jobs } = await open({ review });
    const first = next();
    for (let n = 0; n < 5; n++) await jobs.enqueue(reviewOf('a'));
    await first;
    for (let n = 0; n < 5; n++) await jobs.enqueue(reviewOf('a'));
    const second = next();
    await jobs.enqueue(reviewOf('b'));
    await second;
    expect(begun).toEqual(['a', 'b']);
    held.resolve();
  });

  it('a job that is queued with a row exists once the row is committed', async () => {
    const { begun, next, note } = watched();
    const review = async (id: string) => note(id);
    const { jobs, engine } = await open({ review });
    const fail = () => {
      throw new Error('on purpose');
    };
    const failing = withTransaction(engine, (transaction) => {
      const written = jobs.enqueue(reviewOf('never'), transaction);
      return written ? written.then(fail) : fail();
    });
    await expect(failing).rejects.toThrow('on purpose');
    const first = next();
    await withTransaction(engine, (transaction) => jobs.enqueue(reviewOf('a'), transaction));
    await first;
    expect(begun).toEqual(['a']);
  });

  it('a job that fails does not delay others', async () => {
    const { begun, next, note } = watched();
    const review = async (id: string) => {
      note(id);
      if (id === 'bad') throw new Error('on purpose');
    };
    const { jobs } = await open({ review });
    for (const listingId of ['bad', 'good']) {
      const one = next();
      await jobs.enqueue(reviewOf(listingId));
      await one;
    }
    expect(begun.slice(0, 2)).toEqual(['bad', 'good']);
  });

  it('a job that is running is waited for on close', async () => {
    const { next, note } = watched();
    const held = Promise.withResolvers<void>();
    let ended = false;
    const review = async (id: string) => {
      note(id);
      await held.promise;
      ended = true;
    };
    const { jobs } = await open({ review });
    const first = next();
    await jobs.enqueue(reviewOf('a'));
    await first;
    const closed = jobs.close();
    held.resolve();
    await closed;
    expect(ended).toBe(true);
  });

  it('a job of an account that has reached its share waits, without delaying other accounts', async () => {
    const { begun, note } = watched();
    const held = Promise.withResolvers<void>();
    const review = async (id: string) => {
      note(id);
      if (id.startsWith('hanging')) await held.promise;
    };
    const { jobs } = await open({ review });
    for (let n = 1; n <= 30; n++) await jobs.enqueue(reviewOf(`hanging ${n}`, 'hostile'));
    for (let n = 1; n <= 5; n++) await jobs.enqueue(reviewOf(`honest ${n}`, 'honest'));
    await expect.poll(() => begun.length).toBe(7);
    expect(begun.filter((id) => id.startsWith('honest')).toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `honest ${n}`),
    );
    held.resolve();
    await expect.poll(() => begun.length).toBe(35);
  });
});

it('who waits for reviews waits for one that failed, too, which is tried again', async () => {
  let tries = 0;
  const silent = () => undefined;
  const background: Background = openLocalBackground({
    clock: createStillClock(),
    log: { info: silent, warn: silent, error: silent },
    manual: true,
    reviewsPerAccount: 2,
    work: () => work as BackgroundWork,
  });
  onTestFinished(background.close);
  const work: Partial<BackgroundWork> = {
    async reviewProvider() {
      tries += 1;
      if (tries < 3) throw new Error('The machine is busy.');
      return 'ended';
    },
    wakeReviews: () => background.jobs.enqueue(reviewOf('a')) as Promise<void>,
  };
  await background.jobs.enqueue(reviewOf('a'));
  await background.reviewsIdle();
  expect(tries).toBe(3);
});
