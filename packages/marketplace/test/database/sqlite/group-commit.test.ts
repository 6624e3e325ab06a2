// One commit for all writes of a turn; no caller gets its result before it.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import { createDatabaseTimings } from '../../../src/database/engine.ts';
import { SingleStatement, type Operation } from '../../../src/database/operation.ts';
import {
  type Connection,
  createExecutor,
  openConnection,
} from '../../../src/database/sqlite/connection.ts';
import { createStoredBytes } from '../../../src/database/sqlite/stored-bytes.ts';
import { createWriter } from '../../../src/database/sqlite/writer.ts';
import { createStillClock } from '../../still-clock.ts';
import { temporaryFolder } from '../engines.ts';
import { logging } from './logging.ts';

interface Opened {
  writer: ReturnType<typeof createWriter>;
  connection: Connection;
  /** A second connection. */
  other: Database.Database;
  /** The statements that began or ended transactions, in order. */
  log: string[];
}

function open({ busy = false } = {}): Opened {
  const path = join(temporaryFolder(), 'market.db');
  const connection = openConnection({ path, clock: createStillClock() });
  connection.exec('CREATE TABLE kept (name TEXT PRIMARY KEY)');
  const log: string[] = [];
  const logged = logging(connection, log);
  const execute = createExecutor(connection);
  const writer = createWriter(logged, execute, {
    endReads: () => log.push('reads end'),
    isBusy: () => busy,
    onWrite: () => log.push('onWrite'),
    onUndo: () => log.push('onUndo'),
    onBegin: () => log.push('onBegin'),
    onDiskFull: () => log.push('onDiskFull'),
    storedBytes: createStoredBytes(execute, createStillClock()),
    timings: createDatabaseTimings(),
  });
  const other = new Database(path, { timeout: 0 });
  onTestFinished(() => {
    other.close();
    connection.close();
  });
  return { writer, connection, other, log };
}

const keep = (name: string) =>
  function* keepOne(): Operation<string> {
    yield { sql: 'INSERT INTO kept (name) VALUES (?)', parameters: [name] };
    return name;
  };

const keepAtOnce = (name: string) => () =>
  new SingleStatement(
    { sql: 'INSERT INTO kept (name) VALUES (?)', parameters: [name] },
    () => name,
  );

const namesIn = (database: Database.Database) =>
  database.prepare('SELECT name FROM kept ORDER BY rowid').pluck().all();

describe('group commit', () => {
  it('is one transaction for the writes of one turn', async () => {
    const { writer, log } = open();
    await Promise.all(['a', 'b', 'c'].map((name) => writer.write(keep(name))));
    expect(log.filter((sql) => sql.startsWith('BEGIN') || sql === 'COMMIT')).toEqual([
      'BEGIN IMMEDIATE',
      'COMMIT',
    ]);
    await writer.write(keep('d'));
    expect(log.filter((sql) => sql === 'COMMIT')).toHaveLength(2);
  });

  it.each([
    [true, 1],
    [false, 2],
  ])(
    'commits the writes of several turns together when the event loop is busy: %s',
    async (busy, commits) => {
      const { writer, log } = open({ busy });
      const first = writer.write(keep('a'));
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([first, writer.write(keep('b'))]);
      expect(log.filter((sql) => sql === 'COMMIT')).toHaveLength(commits);
    },
  );

  it('ends the shared read transaction before it begins', async () => {
    const { writer, log } = open();
    await writer.write(keep('a'));
    expect(log.slice(0, 2)).toEqual(['reads end', 'BEGIN IMMEDIATE']);
  });

  it('is not affected by a write that fails, with one statement or several', async () => {
    const { writer, other, log } = open();
    await writer.write(keep('a'));
    for (const once of [false, true]) {
      log.length = 0;
      const write = once ? keepAtOnce : keep;
      const outcomes = await Promise.allSettled([
        writer.write(write('a')),
        writer.write(write(once ? 'c' : 'b')),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect(log.some((sql) => sql.startsWith('SAVEPOINT'))).toBe(!once);
    }
    expect(namesIn(other)).toEqual(['a', 'b', 'c']);
  });

  it('is not affected by a write whose statement cannot be built', async () => {
    const { writer, other } = open();
    const outcomes = await Promise.allSettled([
      writer.write(() => {
        throw new TypeError('no statement');
      }),
      writer.write(keep('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(namesIn(other)).toEqual(['b']);
  });

  it('undoes a single statement whose hook fails', async () => {
    const { writer, other } = open();
    const hook = () => {
      throw new Error('the hook failed');
    };
    await expect(writer.write(keepAtOnce('a'), { hook })).rejects.toThrow('the hook failed');
    expect(namesIn(other)).toEqual([]);
  });

  it('calls onWrite, in the same transaction, for writes that affect the read cache', async () => {
    const { writer, log } = open();
    await writer.write(keep('an order'), { keepsReadCache: true });
    expect(log).not.toContain('onWrite');
    await Promise.all([
      writer.write(keep('another order'), { keepsReadCache: true }),
      writer.write(keep('a key')).then(() => log.push('resolved')),
    ]);
    expect(log.slice(-3)).toEqual(['onWrite', 'COMMIT', 'resolved']);
    expect(log).not.toContain('onUndo');
  });

  it('calls onUndo when such a write or a whole commit is rolled back', async () => {
    const { writer, connection, log } = open();
    const failing = function* failing(): Operation<void> {
      yield* keep('a')();
      throw new Error('not this one');
    };
    await expect(writer.write(failing, { keepsReadCache: true })).rejects.toThrow('not this one');
    expect(log).not.toContain('onUndo');
    await expect(writer.write(failing)).rejects.toThrow('not this one');
    expect(log.slice(log.indexOf('onUndo'))).toEqual([
      'onUndo',
      'ROLLBACK TO operation',
      'RELEASE operation',
      'COMMIT',
    ]);
    connection.exec(
      'CREATE TABLE child (name TEXT REFERENCES kept(name) DEFERRABLE INITIALLY DEFERRED)',
    );
    log.length = 0;
    const orphan = function* insertOrphan(): Operation<void> {
      yield { sql: "INSERT INTO child (name) VALUES ('orphan')", parameters: [] };
    };
    await expect(writer.write(orphan, { keepsReadCache: true })).rejects.toThrow();
    expect(log).toContain('onUndo');
  });

  it('keeps the order of the writes', async () => {
    const { writer, other } = open();
    const names = Array.from({ length: 50 }, (_, n) => `n${n}`);
    const ended: string[] = [];
    await Promise.all(
      names.map(async (name) => {
        await writer.write(keep(name));
        ended.push(name);
      }),
    );
    expect(namesIn(other)).toEqual(names);
    expect(ended).toEqual(names);
  });

  it('resolves no write before COMMIT', async () => {
    const { writer, connection, other } = open();
    const received: string[] = [];
    const rowsAtEachStep: unknown[][] = [];
    function* watching(): Operation<void> {
      yield { sql: "INSERT INTO kept (name) VALUES ('first')", parameters: [] };
      rowsAtEachStep.push(namesIn(other));
    }
    const first = writer.write(watching).then(() => received.push('first'));
    const second = writer
      .write(function* last(): Operation<void> {
        yield { sql: "INSERT INTO kept (name) VALUES ('second')", parameters: [] };
        // Within the transaction: neither write is committed or resolved.
        expect(connection.inTransaction).toBe(true);
        rowsAtEachStep.push(namesIn(other), [...received]);
      })
      .then(() => received.push('second'));
    await Promise.all([first, second]);
    expect(rowsAtEachStep).toEqual([[], [], []]);
    expect(namesIn(other)).toEqual(['first', 'second']);
  });

  it('rejects all writes of a commit that fails and stores none', async () => {
    const { writer, connection, other } = open();
    connection.exec(
      'CREATE TABLE child (name TEXT REFERENCES kept(name) DEFERRABLE INITIALLY DEFERRED)',
    );
    const orphan = () =>
      writer.write(function* insertOrphan(): Operation<void> {
        yield { sql: "INSERT INTO child (name) VALUES ('orphan')", parameters: [] };
      });
    const outcomes = await Promise.allSettled([
      writer.write(keep('a')),
      orphan(),
      writer.write(keep('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(namesIn(other)).toEqual([]);
    expect(connection.inTransaction).toBe(false);
    expect(await writer.write(keep('c'))).toBe('c');
  });

  it('rejects all writes of a transaction that the database ends and stores none', async () => {
    const { writer, connection, other } = open();
    const outcomes = await Promise.allSettled([
      writer.write(keep('a')),
      // As SQLite does on a full disk: no savepoint is left to roll back to.
      writer.write(function* rollBack(): Operation<void> {
        yield { sql: 'INSERT OR ROLLBACK INTO kept (name) VALUES (?)', parameters: ['a'] };
      }),
      writer.write(keep('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(namesIn(other)).toEqual([]);
    expect(connection.inTransaction).toBe(false);
    expect(await writer.write(keep('c'))).toBe('c');
  });

  it('reports a locked database as unavailable and stores nothing', async () => {
    const { writer, connection, other } = open();
    connection.pragma('busy_timeout = 0');
    other.exec('BEGIN IMMEDIATE');
    const outcomes = await Promise.allSettled([writer.write(keep('a')), writer.write(keep('b'))]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected' });
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StorageUnavailable);
    }
    other.exec('ROLLBACK');
    await writer.write(keep('c'));
    expect(namesIn(other)).toEqual(['c']);
  });

  it('reports a full disk as unavailable, keeps stored rows, and works again once there is room', async () => {
    const { writer, connection, other } = open();
    await writer.write(keep('before'));
    const pages = connection.pragma('page_count', { simple: true }) as number;
    connection.pragma(`max_page_count = ${pages + 1}`);
    const outcomes = await Promise.allSettled([
      writer.write(keep('small')),
      writer.write(keep('x'.repeat(100_000))),
    ]);
    const full = outcomes[1];
    expect(full.status === 'rejected' && full.reason).toBeInstanceOf(StorageUnavailable);
    const stored = outcomes[0].status === 'fulfilled' ? ['before', 'small'] : ['before'];
    expect(namesIn(other)).toEqual(stored);
    connection.pragma(`max_page_count = ${pages + 1_000}`);
    await writer.write(keep('after'));
    expect(namesIn(other)).toEqual([...stored, 'after']);
  });

  it('puts writes that arrive while others resolve into the next commit', async () => {
    const { writer, other } = open();
    const chain = writer.write(keep('a')).then(() => writer.write(keep('b')));
    await Promise.all([chain, writer.write(keep('c'))]);
    expect(namesIn(other)).toEqual(['a', 'c', 'b']);
  });

  it('commits at once when the storage closes', async () => {
    const { writer, other } = open();
    const written = writer.write(keep('a'));
    writer.finish();
    expect(namesIn(other)).toEqual(['a']);
    expect(await written).toBe('a');
  });
});

describe('the connection', () => {
  it('has the settings that our guarantees depend on', () => {
    const { connection } = open();
    const setting = (name: string) => connection.pragma(name, { simple: true });
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(2);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('trusted_schema')).toBe(0);
    // Longer, it waits without blocking the server.
    expect(setting('busy_timeout')).toBe(20);
  });
});

describe('a lock that another process holds', () => {
  it('lets writes wait, and nothing else', async () => {
    const { writer, connection, other, log } = open();
    other.exec('BEGIN IMMEDIATE');
    const written = Promise.all([writer.write(keep('a')), writer.write(keep('b'))]);
    const isBlocked = () => log.filter((sql) => sql === 'BEGIN IMMEDIATE').length > 2;
    // The event loop turns, and reads are answered.
    await expect.poll(isBlocked).toBe(true);
    expect(namesIn(other)).toEqual([]);
    expect(connection.prepare('SELECT count(*) FROM kept').pluck().get()).toBe(0);
    const later = writer.write(keep('c'));
    other.exec('COMMIT');
    expect([await written, await later]).toEqual([['a', 'b'], 'c']);
    expect(namesIn(other)).toEqual(['a', 'b', 'c']);
  });

  it('is waited for when the storage closes', async () => {
    const { writer, other, log } = open();
    other.exec('BEGIN IMMEDIATE');
    const written = writer.write(keep('a'));
    await expect.poll(() => log).toContain('BEGIN IMMEDIATE');
    other.exec('COMMIT');
    writer.finish();
    expect(namesIn(other)).toEqual(['a']);
    expect(await written).toBe('a');
  });
});
