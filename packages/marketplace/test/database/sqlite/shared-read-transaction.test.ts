// The lookups of a turn share one read transaction, which ends with the turn or after a millisecond.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../src/database/sqlite/connection.ts';
import { createSharedReadTransaction } from '../../../src/database/sqlite/read-cache.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import { logging } from './logging.ts';

function open() {
  const path = join(temporaryFolder(), 'market.db');
  const connection = openConnection({ path, clock: createStillClock() });
  connection.exec('CREATE TABLE kept (name TEXT PRIMARY KEY)');
  const log: string[] = [];
  let nowMs = 0;
  const turn = createSharedReadTransaction(logging(connection, log), () => nowMs);
  const other = new Database(path, { timeout: 0 });
  onTestFinished(() => {
    other.close();
    connection.close();
  });
  const count = () => connection.prepare('SELECT count(*) FROM kept').pluck().get();
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { turn, connection, other, log, count, wait };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the lookups of a turn', () => {
  it('share one transaction, which ends with the turn', async () => {
    const { turn, connection, log, count } = open();
    for (let i = 0; i < 3; i++) {
      turn.begin();
      count();
    }
    expect(log).toEqual(['BEGIN']);
    expect(connection.inTransaction).toBe(true);
    await nextTurn();
    expect(log).toEqual(['BEGIN', 'COMMIT']);
    expect(connection.inTransaction).toBe(false);
  });

  it('need no transaction while all of them are cached', async () => {
    const { turn, log, count } = open();
    expect([turn.enter(), turn.enter()]).toEqual([true, false]);
    expect(log).toEqual([]);
    // One is not cached: its transaction shows whether another process has written.
    expect(turn.begin()).toBe(true);
    count();
    expect([turn.enter(), turn.begin()]).toEqual([false, false]);
    await nextTurn();
    expect(log).toEqual(['BEGIN', 'COMMIT']);
    expect(turn.enter()).toBe(true);
    turn.end();
    // After a write, also in the same turn.
    expect(turn.enter()).toBe(true);
  });

  it('see in the next turn what another process wrote', async () => {
    const { turn, other, count } = open();
    turn.begin();
    expect(count()).toBe(0);
    other.exec("INSERT INTO kept VALUES ('revoked')");
    await nextTurn();
    turn.begin();
    expect(count()).toBe(1);
  });

  it('see in a turn that takes long what another process wrote meanwhile', async () => {
    const { turn, other, log, count, wait } = open();
    turn.begin();
    expect(count()).toBe(0);
    other.exec("INSERT INTO kept VALUES ('created')");
    wait(0.9);
    expect([turn.begin(), count()]).toEqual([false, 0]);
    wait(0.1);
    expect([turn.begin(), count()]).toEqual([true, 1]);
    await nextTurn();
    expect(log).toEqual(['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT']);
  });

  it('are compared with what another process wrote every millisecond while they are cached', () => {
    const { turn, wait } = open();
    expect(turn.enter()).toBe(true);
    wait(0.9);
    expect(turn.enter()).toBe(false);
    wait(0.1);
    expect([turn.enter(), turn.enter()]).toEqual([true, false]);
  });

  it('end their transaction once when a write begins', async () => {
    const { turn, connection, log } = open();
    turn.begin();
    turn.end();
    expect(connection.inTransaction).toBe(false);
    connection.exec('BEGIN IMMEDIATE');
    await nextTurn();
    expect(log).toEqual(['BEGIN', 'COMMIT']);
    expect(connection.inTransaction).toBe(true);
  });

  it('use a transaction that is already open and leave it open', async () => {
    const { turn, connection, log } = open();
    connection.exec('BEGIN IMMEDIATE');
    turn.begin();
    await nextTurn();
    expect(log).toEqual([]);
    expect(connection.inTransaction).toBe(true);
  });

  it('begin a new transaction when the database has ended theirs', async () => {
    const { turn, connection, log } = open();
    turn.begin();
    connection.exec('ROLLBACK');
    await nextTurn();
    expect(log).toEqual(['BEGIN']);
    turn.begin();
    expect(connection.inTransaction).toBe(true);
  });
});
