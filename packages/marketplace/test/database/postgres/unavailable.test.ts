// docs/reference/protocol.md#errors: without its database the server says `storage_unavailable`, and loses
// nothing.
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import type { Operation } from '../../../src/database/operation.ts';
import { openPostgres } from '../../../src/database/postgres/engine.ts';
import { newDatabase } from '../../postgres/databases.ts';
import { startCluster } from '../../postgres/cluster.ts';
import { closedAddress } from '../../../../../test-bed/local-server.ts';
import { serveRaw } from '../../../../../test-bed/within-test.ts';

function openOn(url: string, connections = 3) {
  const opened = openPostgres({ url, connections });
  onTestFinished(() => opened.close());
  return opened;
}

const run = (sql: string) =>
  function* statement(): Operation<readonly unknown[]> {
    return (yield { sql, parameters: [] }).rows;
  };

const KEEP = run("INSERT INTO installation VALUES ('a', 'b')");
const COUNT = run('SELECT count(*) AS count FROM installation');

async function newCluster() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.remove());
  return cluster;
}

describe('a database', () => {
  for (const how of ['crash', 'shutdown'] as const) {
    it(`a database that is stopped by a ${how} is reported unavailable, and used again once it is back`, async () => {
      const cluster = await newCluster();
      const { engine, migrate } = openOn(cluster.url('postgres'));
      await migrate();
      await engine.write(KEEP, undefined);
      await cluster.stop(how);
      await expect(engine.read(COUNT, undefined)).rejects.toThrow(StorageUnavailable);
      await expect(engine.write(KEEP, undefined)).rejects.toThrow(StorageUnavailable);
      await cluster.start();
      expect(await engine.read(COUNT, undefined)).toEqual([{ count: 1 }]);
    });
  }

  it('a database that goes down during a write stores nothing of it', async () => {
    const cluster = await newCluster();
    const { engine, migrate } = openOn(cluster.url('postgres'));
    await migrate();
    const begun = Promise.withResolvers<void>();
    function* slow(): Operation<void> {
      yield { sql: "INSERT INTO installation VALUES ('a', 'b')", parameters: [] };
      begun.resolve();
      yield { sql: 'SELECT pg_sleep(60)', parameters: [] };
    }
    const writing = engine.write(slow, undefined).catch((error: unknown) => error);
    await begun.promise;
    await cluster.stop('crash');
    expect(await writing).toBeInstanceOf(StorageUnavailable);
    await cluster.start();
    expect(await engine.read(COUNT, undefined)).toEqual([{ count: 0 }]);
  });

  it('is unavailable when nothing listens or something else responds', async () => {
    const { port } = await closedAddress();
    const address = `postgres://someone@127.0.0.1:${port}/market`;
    await expect(openOn(address).engine.read(COUNT, undefined)).rejects.toThrow(StorageUnavailable);
    const other = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const wrong = `postgres://someone@127.0.0.1:${other.port}/market`;
    await expect(openOn(wrong).engine.read(COUNT, undefined)).rejects.toThrow(StorageUnavailable);
  });

  it('is unavailable when it accepts a connection and never responds', async () => {
    const silent = await serveRaw(() => undefined);
    const address = `postgres://someone@127.0.0.1:${silent.port}/market`;
    await expect(openOn(address).engine.read(COUNT, undefined)).rejects.toThrow(StorageUnavailable);
  });

  it('is unavailable when it ends a new connection while its settings are made', async () => {
    const authenticated = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
    const half = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.write(authenticated);
        socket.once('data', () => socket.destroy());
      });
    });
    const address = `postgres://someone@127.0.0.1:${half.port}/market`;
    await expect(openOn(address).engine.read(COUNT, undefined)).rejects.toThrow(StorageUnavailable);
  });

  it('is unavailable when it does not exist on the server', async () => {
    const url = new URL(await newDatabase());
    url.pathname = 'no_such_database';
    await expect(openOn(url.href).engine.read(COUNT, undefined)).rejects.toThrow(
      StorageUnavailable,
    );
  });

  it('is unavailable for writes when it is read-only, like a standby', async () => {
    const { engine } = openOn(await newDatabase(), 1);
    await engine.read(run('SET default_transaction_read_only = on'), undefined);
    await expect(engine.write(KEEP, undefined)).rejects.toThrow(StorageUnavailable);
    expect(await engine.read(COUNT, undefined)).toEqual([{ count: 0 }]);
  });
});

describe('a statement', () => {
  it('a statement that is invalid is reported as an internal error, and keeps the connection', async () => {
    const { engine } = openOn(await newDatabase(), 1);
    const process = async () => engine.read(run('SELECT pg_backend_pid() AS pid'), undefined);
    const before = await process();
    const failing = engine.write(run('SELECT * FROM nothing_like_it'), undefined);
    await expect(failing).rejects.not.toThrow(StorageUnavailable);
    expect(await process()).toEqual(before);
  });

  it('a statement whose connection was closed by an administrator is not retried, and the next one works', async () => {
    const url = await newDatabase();
    const { engine } = openOn(url, 1);
    const writing = engine.write(run('SELECT pg_terminate_backend(pg_backend_pid())'), undefined);
    await expect(writing).rejects.toThrow(StorageUnavailable);
    expect(await engine.read(COUNT, undefined)).toEqual([{ count: 0 }]);
  });

  it('a statement with a name is parsed once per connection', async () => {
    const { engine } = openOn(await newDatabase(), 1);
    function* named(_: unknown, value: number): Operation<readonly unknown[]> {
      return (yield { sql: 'SELECT $1::int AS value', parameters: [value], name: 'hot' }).rows;
    }
    expect(await engine.read(named, 1)).toEqual([{ value: 1 }]);
    expect(await engine.read(named, 2)).toEqual([{ value: 2 }]);
    const known = run(
      'SELECT name, generic_plans + custom_plans AS runs FROM pg_prepared_statements',
    );
    expect(await engine.read(known, undefined)).toEqual([{ name: 'hot', runs: 2 }]);
  });

  it('a statement with text that Postgres cannot store finds nothing', async () => {
    const { engine } = openOn(await newDatabase());
    function* find(): Operation<readonly unknown[]> {
      return (yield { sql: 'SELECT * FROM slug WHERE slug = $1', parameters: ['a\0b'] }).rows;
    }
    expect(await engine.read(find, undefined)).toEqual([]);
  });
});
