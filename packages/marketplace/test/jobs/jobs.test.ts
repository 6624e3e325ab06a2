// Jobs in memory and jobs in a queue of the database keep the same promises.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Jobs } from '../../src/domain/jobs.ts';
import type { Accompany } from '../../src/domain/store.ts';
import { createBossJobs } from '../../src/jobs/boss-jobs.ts';
import { createLocalJobs } from '../../src/jobs/local-jobs.ts';
import type { Engine } from '../../src/sql/engine.ts';
import { openPostgres } from '../../src/sql/postgres/engine.ts';
import { databaseOf } from '../../src/sql/postgres/session.ts';
import { openMemoryStorage } from '../../src/storage.ts';
import { newDatabase } from '../postgres/databases.ts';
import { createStillClock } from '../still-clock.ts';

interface Handlers {
  review(listingId: string): Promise<unknown>;
  probe(count: number): Promise<unknown>;
}

interface Opened {
  jobs: Jobs & { close(): Promise<void> };
  engine: Engine;
  errors: unknown[];
}

function local({ review, probe }: Handlers): Promise<Opened> {
  const { engine, close } = openMemoryStorage(createStillClock());
  const errors: unknown[] = [];
  const jobs = createLocalJobs({
    reviewProvider: review,
    probeHealth: (due) => probe(due.length),
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await jobs.close();
    await close();
  });
  return Promise.resolve({ jobs, engine, errors });
}

async function inDatabase({ review, probe }: Handlers): Promise<Opened> {
  const url = await newDatabase();
  const { engine, close } = openPostgres({ url, connections: 4 });
  const errors: unknown[] = [];
  const jobs = createBossJobs({
    url,
    works: true,
    handlers: {
      'review-provider': ({ listingId }) => review(listingId),
      'probe-health': ({ due }) => probe(due.length),
    },
    scheduled: [],
    databaseOf,
    onError: (error) => errors.push(error),
  });
  await jobs.start();
  onTestFinished(async () => {
    await jobs.close();
    await close();
  });
  return { jobs, engine, errors };
}

const KINDS = [
  { name: 'in memory', open: local },
  { name: 'in a database', open: inDatabase },
];

/** Handlers that note what they are given; a review waits until it is let go. */
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

const withTransaction = (engine: Engine, work: Accompany<void>) =>
  engine.write(
    function* nothing() {
      yield { sql: 'SELECT 1', parameters: [] };
    },
    undefined,
    work,
  );

describe.each(KINDS)('a job $name', ({ open }) => {
  it('is done soon', async () => {
    const { begun, next, note } = watched();
    const { jobs } = await open({
      review: async (id) => note(id),
      probe: async (count) => note(`${count} probes`),
    });
    const first = next();
    await jobs.enqueue({ kind: 'review-provider', listingId: 'a' });
    await first;
    const second = next();
    const due = [{ listingId: 'a', healthEndpoint: 'https://seller.example.com/health' }];
    await jobs.enqueue({ kind: 'probe-health', due });
    await second;
    expect(begun).toEqual(['a', '1 probes']);
  });

  it('of a listing whose review is queued or running is not begun twice', async () => {
    const { begun, next, note } = watched();
    const held = Promise.withResolvers<void>();
    const review = async (id: string) => {
      note(id);
      if (id === 'a') await held.promise;
    };
    const { jobs } = await open({ review, probe: async () => undefined });
    const first = next();
    for (let n = 0; n < 5; n++) await jobs.enqueue({ kind: 'review-provider', listingId: 'a' });
    await first;
    for (let n = 0; n < 5; n++) await jobs.enqueue({ kind: 'review-provider', listingId: 'a' });
    const second = next();
    await jobs.enqueue({ kind: 'review-provider', listingId: 'b' });
    await second;
    expect(begun).toEqual(['a', 'b']);
    held.resolve();
  });

  it('that was written with a row is there once that is committed', async () => {
    const { begun, next, note } = watched();
    const review = async (id: string) => note(id);
    const { jobs, engine } = await open({ review, probe: async () => undefined });
    const fail = () => {
      throw new Error('on purpose');
    };
    const failing = withTransaction(engine, (transaction) => {
      const written = jobs.enqueue({ kind: 'review-provider', listingId: 'never' }, transaction);
      return written ? written.then(fail) : fail();
    });
    await expect(failing).rejects.toThrow('on purpose');
    const first = next();
    await withTransaction(engine, (transaction) =>
      jobs.enqueue({ kind: 'review-provider', listingId: 'a' }, transaction),
    );
    await first;
    expect(begun).toEqual(['a']);
  });

  it('that fails holds up no other', async () => {
    const { begun, next, note } = watched();
    const review = async (id: string) => {
      note(id);
      if (id === 'bad') throw new Error('on purpose');
    };
    const { jobs } = await open({ review, probe: async () => undefined });
    for (const listingId of ['bad', 'good']) {
      const one = next();
      await jobs.enqueue({ kind: 'review-provider', listingId });
      await one;
    }
    expect(begun.slice(0, 2)).toEqual(['bad', 'good']);
  });

  it('that runs is waited for at the end', async () => {
    const { next, note } = watched();
    const held = Promise.withResolvers<void>();
    let ended = false;
    const review = async (id: string) => {
      note(id);
      await held.promise;
      ended = true;
    };
    const { jobs } = await open({ review, probe: async () => undefined });
    const first = next();
    await jobs.enqueue({ kind: 'review-provider', listingId: 'a' });
    await first;
    const closed = jobs.close();
    held.resolve();
    await closed;
    expect(ended).toBe(true);
  });
});
