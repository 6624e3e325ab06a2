// docs/operate/monitor.md#readiness: a process that cannot store orders asks for none.
import { expect, it } from 'vitest';
import { createReadiness } from '../../src/server/readiness.ts';
import { createMovableClock } from '../../src/server/outside.ts';
import { StorageUnavailable } from '../../src/market/refusal.ts';
import { toDatabaseFailure } from '../../src/database/failure.ts';

/** A database whose writes end as the test says. */
function database() {
  const writes: PromiseWithResolvers<void>[] = [];
  return {
    writes,
    async checkWrite() {
      const write = Promise.withResolvers<void>();
      writes.push(write);
      await write.promise;
    },
  };
}

const failure = (code: string) =>
  new StorageUnavailable(toDatabaseFailure(Object.assign(new Error('refused'), { code })));

function open() {
  const clock = createMovableClock();
  const log: unknown[] = [];
  const note = (fields: Record<string, unknown>) => void log.push(fields['reason'] ?? 'ready');
  const readiness = createReadiness({ clock, log: { info: note, warn: note, error: note } });
  const storage = database();
  return { clock, log, readiness, storage, ask: () => readiness.notReady(storage) };
}

it('all who ask at the same time, and shortly after, share one write', async () => {
  const { ask, storage, clock } = open();
  const asked = [ask(), ask(), ask()];
  storage.writes[0]?.resolve();
  expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
  expect(await ask()).toBeUndefined();
  expect(storage.writes).toHaveLength(1);
  clock.move(500);
  const later = ask();
  expect(storage.writes).toHaveLength(2);
  storage.writes[1]?.resolve();
  expect(await later).toBeUndefined();
});

it.each([
  ['SQLITE_FULL', 'disk_full'],
  ['53100', 'disk_full'],
  ['SQLITE_IOERR_WRITE', 'disk_error'],
  ['25006', 'read_only'],
  ['SQLITE_READONLY_DBMOVED', 'read_only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['not_recovered', 'not_recovered'],
  ['57014', 'no_response'],
  ['ECONNREFUSED', 'unavailable'],
])('a write that fails with %s is the reason %s, until one succeeds', async (code, reason) => {
  const { ask, storage, clock, log } = open();
  const refused = ask();
  storage.writes[0]?.reject(failure(code));
  expect(await refused).toBe(reason);
  clock.move(500);
  const again = ask();
  storage.writes[1]?.resolve();
  expect(await again).toBeUndefined();
  expect(log).toEqual([reason, 'ready']);
});

it('a write that hangs is answered after 0.8 s, and from then on at once, until it ends', async () => {
  const { ask, storage, clock, log } = open();
  const waiting = ask();
  clock.move(800);
  expect(await waiting).toBe('no_response');
  clock.move(10_000);
  expect(await ask()).toBe('no_response');
  expect(storage.writes).toHaveLength(1);
  storage.writes[0]?.resolve();
  await storage.writes[0]?.promise;
  expect(await ask()).toBeUndefined();
  expect(log).toEqual(['no_response', 'ready']);
});

it('an order that found no room counts for 5 s, although a small write succeeds', async () => {
  const { ask, storage, clock, readiness } = open();
  readiness.noteDiskFull();
  expect(await ask()).toBe('disk_full');
  clock.move(5_000);
  const later = ask();
  storage.writes[0]?.resolve();
  expect(await later).toBeUndefined();
});

it('a process that stops is not ready, whatever the database says', async () => {
  const { ask, readiness, storage } = open();
  readiness.stop();
  expect(await ask()).toBe('stopping');
  expect(storage.writes).toHaveLength(0);
});
