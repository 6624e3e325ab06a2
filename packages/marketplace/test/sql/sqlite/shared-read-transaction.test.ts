// The look-ups of one turn share one read transaction, and none outlives its turn.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../src/sql/sqlite/connection.ts';
import { createSharedReadTransaction } from '../../../src/sql/sqlite/shared-read-transaction.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import { logging } from './logging.ts';

function open() {
  const path = join(temporaryFolder(), 'market.db');
  const connection = openConnection({ path, clock: createStillClock() });
  connection.exec('CREATE TABLE kept (name TEXT PRIMARY KEY)');
  const log: string[] = [];
  const turn = createSharedReadTransaction(logging(connection, log));
  const other = new Database(path, { timeout: 0 });
  onTestFinished(() => {
    other.close();
    connection.close();
  });
  const count = () => connection.prepare('SELECT count(*) FROM kept').pluck().get();
  return { turn, connection, other, log, count };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the look-ups of a turn', () => {
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

  it('need no transaction while all of them are remembered', async () => {
    const { turn, log, count } = open();
    expect([turn.enter(), turn.enter()]).toEqual([true, false]);
    expect(log).toEqual([]);
    // One is not, and has a transaction that tells whether another process has written.
    expect(turn.begin()).toBe(true);
    count();
    expect([turn.enter(), turn.begin()]).toEqual([false, false]);
    await nextTurn();
    expect(log).toEqual(['BEGIN', 'COMMIT']);
    expect(turn.enter()).toBe(true);
    turn.end();
    // What has been written meanwhile counts, in the same turn too.
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

  it('end when a write begins, and end once', async () => {
    const { turn, connection, log } = open();
    turn.begin();
    turn.end();
    expect(connection.inTransaction).toBe(false);
    connection.exec('BEGIN IMMEDIATE');
    await nextTurn();
    expect(log).toEqual(['BEGIN', 'COMMIT']);
    expect(connection.inTransaction).toBe(true);
  });

  it('within a transaction of somebody else are left to it', async () => {
    const { turn, connection, log } = open();
    connection.exec('BEGIN IMMEDIATE');
    turn.begin();
    await nextTurn();
    expect(log).toEqual([]);
    expect(connection.inTransaction).toBe(true);
  });

  it('are over when the database has ended the transaction itself', async () => {
    const { turn, connection, log } = open();
    turn.begin();
    connection.exec('ROLLBACK');
    await nextTurn();
    expect(log).toEqual(['BEGIN']);
    turn.begin();
    expect(connection.inTransaction).toBe(true);
  });
});
