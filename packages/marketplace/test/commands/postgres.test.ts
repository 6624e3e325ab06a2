// docs/reference/protocol.md#modes: the commands on Postgres, as an operator sees them.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runMarketplace, serveArgs, startMarketplace } from '../marketplace-process.ts';
import { newFolder, openMarket, providerOf } from '../market.ts';
import { startCluster } from '../postgres/cluster.ts';
import { newBareDatabase, newDatabase, runStatements } from '../postgres/databases.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { closedAddress } from '../../../../test-bed/local-server.ts';
import {
  collect,
  CURRENT,
  readyLineOf,
  spawnMarketplace,
} from '../../../../test-bed/marketplace-process.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { published } from '../../../../test-bed/reviewed.ts';
import { serveRaw, openSeller } from '../../../../test-bed/within-test.ts';

const KEY = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64') };

const run = (args: string[], env: Record<string, string> = {}) =>
  runMarketplace(args, { ...KEY, ...env });

const placeOf = (database: string) => ['--data', newFolder(), '--database', database];

const startServer = (database: string) => startMarketplace(placeOf(database), KEY);

async function startPostgres(settings: string[] = []) {
  const postgres = await startCluster(settings);
  onTestFinished(() => postgres.remove());
  return postgres;
}

describe('a server that has too few connections left for another process', () => {
  it('is in the log of the new one, with what to change', async () => {
    const postgres = await startPostgres(['max_connections=50']);
    const database = postgres.url('postgres');
    const open = (connections: string) =>
      openMarket({
        folder: newFolder(),
        database,
        environment: { MKT_DATABASE_CONNECTIONS: connections },
      });
    expect((await open('18')).log.filter(({ level }) => level === 'warn')).toEqual([]);
    const { log } = await open('36');
    expect(log.find(({ level }) => level === 'warn')).toMatchObject({
      fields: { mayOpen: 44, allowed: 47 },
      message: expect.stringMatching(
        /^Postgres may run out of connections: raise its max_connections/,
      ),
    });
  });
});

describe('a database that cannot be reached', () => {
  const refused = async (database: string) => {
    const { code, stderr } = await run(['migrate', '--database', database]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^✖ [^\n]+\n$/)]);
    expect(stderr).not.toContain('hidden');
    return stderr;
  };

  it('is reported by a command in one sentence if nothing listens there', async () => {
    const { port } = await closedAddress();
    const message = await refused(`postgres://someone:hidden@127.0.0.1:${port}/market`);
    expect(message).toBe(
      `✖ Cannot connect to market on 127.0.0.1:${port} (ECONNREFUSED). Check the address and that Postgres is running.\n`,
    );
  });

  it('is named as it is if its name is not encoded', async () => {
    const { port } = await closedAddress();
    expect(await refused(`postgres://someone:hidden@127.0.0.1:${port}/100%`)).toContain(
      'Cannot connect to 100% on',
    );
  });

  it('is reported by a command in one sentence if its server does not respond', async () => {
    const silent = await serveRaw(() => undefined);
    const message = await refused(`postgres://someone:hidden@127.0.0.1:${silent.port}/market`);
    expect(message).toMatch(/Cannot connect to market on .* \(no response\)\./);
  });

  it('is reported in one sentence if its server has no TLS', async () => {
    const url = `${await newDatabase()}?sslmode=verify-full`;
    expect(await refused(url)).toMatch(
      / does not support TLS\. Turn ssl on in Postgres, or remove/,
    );
  });
});

describe('serve, before its database can be reached', () => {
  function serve(database: string) {
    const args = serveArgs('--data', newFolder(), '--database', database);
    const child = spawnMarketplace(args, { env: KEY, program: CURRENT });
    onTestFinished(() => void child.kill('SIGKILL'));
    const log = collect(child.stderr);
    const waits = () =>
      pollUntil('it waits', () => /Trying again every second/.test(log()) || undefined, 60_000);
    return { child, log, waits };
  }

  it('waits for it, says so once, and starts by itself', async () => {
    const postgres = await startPostgres();
    await postgres.stop('shutdown');
    const { child, log, waits } = serve(postgres.url('postgres'));
    const ready = readyLineOf(child);
    await waits();
    await postgres.start();
    const { baseUrl } = await ready;
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(log().match(/Cannot connect to postgres on/g)).toHaveLength(1);
    expect(log()).toContain('the database can be reached');
  });

  it('ends at once at SIGTERM, whether connections are refused or not answered', async () => {
    const silent = await serveRaw(() => undefined);
    for (const { port } of [await closedAddress(), silent]) {
      const { child, waits } = serve(`postgres://someone@127.0.0.1:${port}/market`);
      await waits();
      const ended = once(child, 'close');
      const startedMs = performance.now();
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(performance.now() - startedMs).toBeLessThan(4_000);
    }
  });
});

describe('a database that the server cannot use', () => {
  const refused = async (database: string, env?: Record<string, string>) => {
    const startedAt = performance.now();
    const { code, stderr } = await run(serveArgs(...placeOf(database)), env);
    expect(code).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    const sentences = stderr.split('\n').filter((line) => line.startsWith('✖'));
    expect(sentences).toHaveLength(1);
    expect(stderr).not.toContain('hidden');
    return sentences[0] ?? '';
  };

  it('a database that does not exist is reported in one sentence', async () => {
    const url = new URL(await newDatabase());
    url.pathname = 'no_such_database';
    expect(await refused(url.href)).toMatch(
      /The database no_such_database on .* does not exist; create it/,
    );
  });

  it('a database that a newer version upgraded is reported in one sentence', async () => {
    const url = await newBareDatabase();
    expect((await run(['migrate', '--database', url])).code).toBe(0);
    await runStatements(url, ["INSERT INTO migration VALUES (99, 'later', '', 99, 0)"]);
    expect(await refused(url)).toMatch(
      /A newer version has upgraded this database .*needs schema 99/,
    );
  });

  it('a database that confirms commits before they are on disk is reported in one sentence', async () => {
    const url = await newBareDatabase();
    const name = new URL(url).pathname.slice(1);
    await runStatements(url, [`ALTER DATABASE ${name} SET synchronous_commit = off`]);
    expect(await refused(url)).toMatch(/Set synchronous_commit = on/);
  });

  it('a database without room is reported in one sentence, by a server and by a command', async () => {
    const url = await newBareDatabase();
    expect((await run(['migrate', '--database', url])).code).toBe(0);
    // The error that Postgres gives when a table cannot grow.
    await runStatements(url, [
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
      'CREATE TRIGGER full_disk BEFORE INSERT ON installation EXECUTE FUNCTION refuse()',
      'CREATE TRIGGER full_disk BEFORE INSERT ON account EXECUTE FUNCTION refuse()',
    ]);
    expect(await refused(url)).toMatch(
      /^✖ The disk of the database \S+ on \S+ is full \(53100\)\. Make room there\.$/,
    );
    const created = await run(['keys', 'create', '--email', 'a@example.com', '--database', url]);
    expect([created.code, created.stderr]).toEqual([
      1,
      '✖ The database is not available (53100). Check that it is running, has space and accepts writes, then run the command again.\n',
    ]);
  });

  it('a database of another encryption key is reported in one sentence, by a server and by a command', async () => {
    const url = await newDatabase();
    const server = await startServer(url);
    expect(await server.end('SIGTERM')).toBe(0);
    const other = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    expect(await refused(url, other)).toBe(
      '✖ MKT_ENCRYPTION_KEY cannot decrypt this database: append the key that it was created with, after a comma.',
    );
    const resealed = await run(['secrets', 're-encrypt', '--database', url], other);
    expect([resealed.code, resealed.stderr]).toEqual([
      1,
      '✖ MKT_ENCRYPTION_KEY cannot decrypt the secrets of this marketplace: append the key that they were encrypted with, after a comma.\n',
    ]);
  });

  it('a server older than Postgres 15 is reported in one sentence', async () => {
    const url = await newBareDatabase();
    const name = new URL(url).pathname.slice(1);
    // What the server says about itself, as Postgres 14 does.
    await runStatements(url, [
      'CREATE SCHEMA older',
      `CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql AS $$
        SELECT CASE name WHEN 'server_version' THEN '14.23' WHEN 'server_version_num' THEN '140023'
          ELSE pg_catalog.current_setting(name) END $$`,
      `ALTER DATABASE ${name} SET search_path = older, pg_catalog, public`,
    ]);
    expect(await refused(url)).toMatch(
      /^✖ The database \S+ on \S+ is Postgres 14\.23; the marketplace needs Postgres 15 or later\. Upgrade the database server\.$/,
    );
  });

  it('a server with fewer connections than a process may open is reported in one sentence', async () => {
    const postgres = await startPostgres(['max_connections=20']);
    expect(await refused(postgres.url('postgres'))).toMatch(
      /^✖ This process may open 32 connections, but the database postgres on \S+ allows 17\. Set MKT_DATABASE_CONNECTIONS to at most 9, or raise max_connections in Postgres to at least 35\.$/,
    );
    const enough = await startMarketplace(placeOf(postgres.url('postgres')), {
      ...KEY,
      MKT_DATABASE_CONNECTIONS: '9',
    });
    expect((await enough.api.get('/readyz')).status).toBe(200);
  });

  it('a standby is reported in one sentence, alone and in a list of hosts', async () => {
    const primary = await startPostgres();
    const standby = await primary.startStandby();
    onTestFinished(() => standby.remove());
    await primary.stop('crash');
    const list = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
    for (const url of [standby.url('postgres'), list]) {
      expect(await refused(url)).toMatch(/accepts no writes, like a standby\. Name the primary/);
    }
  });

  it('a URL that asks for a session that cannot write is reported in one sentence', async () => {
    expect(await refused('postgres://a,b/market?target_session_attrs=standby')).toMatch(
      /has target_session_attrs=standby, but a marketplace has to write/,
    );
  });

  it('an invalid URL is reported in one sentence', async () => {
    expect(await refused('mysql://localhost/market')).toMatch(/must look like postgres:\/\//);
    expect(await refused('postgres://a:5432,b:x/market')).toMatch(/must look like postgres:\/\//);
    const { code, stderr } = await run(['migrate', '--database', 'postgres://']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/must look like postgres:\/\/|Cannot connect/),
    ]);
  });
});

describe('a command', () => {
  it('on a database that accepts no writes says so in one sentence', async () => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    await runStatements(url, [`ALTER DATABASE ${name} SET default_transaction_read_only = on`]);
    onTestFinished(() =>
      runStatements(url, [
        'SET default_transaction_read_only = off',
        `ALTER DATABASE ${name} RESET default_transaction_read_only`,
      ]),
    );
    const args = ['keys', 'create', '--email', 'ann@example.com', '--database', url];
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^✖ The database is not available \(25006\)\. .*\n$/),
    ]);
  });
});

describe('migrate', () => {
  it('prints what it applied, and the second time that the database is up to date', async () => {
    const url = await newBareDatabase();
    expect((await run(['migrate', '--database', url])).stderr).toMatch(
      /^Applied migrations: 0001-start/,
    );
    const again = await run(['migrate'], { MKT_DATABASE_URL: url });
    expect(again).toMatchObject({ code: 0, stderr: 'The database is up to date.\n' });
  });
});

describe('a marketplace on Postgres', () => {
  it('sells, keeps its records over a restart, and accepts keys created meanwhile', async () => {
    const database = await newBareDatabase();
    const first = await startServer(database);
    const seller = await openSeller();
    const args = ['keys', 'create', '--database', database, '--email', 'a@example.com', '--json'];
    const { key } = JSON.parse((await run(args)).stdout);
    const buyer = first.api.as(key);
    const { body: created } = await first.api.post('/v1/providers', providerOf(seller));
    await published(first.api, created.id);
    const { body: order } = await buyer.activate(created.id, { n: 1 }, 20);
    expect(order).toMatchObject({ orderState: 'completed', result: { echo: { n: 1 } } });
    expect(await first.end('SIGTERM')).toBe(0);

    const second = await startServer(database);
    const after = createApi(second.baseUrl, key);
    expect((await after.get(`/v1/orders/${order.id}`)).body).toEqual(order);

    const archive = [
      'listings',
      'archive',
      created.slug,
      '--reason',
      'Gone',
      '--database',
      database,
    ];
    expect(await run(archive)).toMatchObject({ code: 0, stderr: `Archived ${created.slug}.\n` });
    expect((await after.activate(created.id)).body.type).toBe('not_found');
    const reseal = await run(['secrets', 're-encrypt', '--database', database]);
    expect(reseal.stderr).toMatch(/^1 secret is now encrypted/);
  });

  it('is not copied by backup and restore, which name the tool that does', async () => {
    const env = { MKT_DATABASE_URL: await newDatabase() };
    for (const command of [
      ['backup', 'somewhere.db'],
      ['restore', 'somewhere.db'],
    ]) {
      const { code, stderr } = await run(command, env);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/pg_dump/)]);
    }
  });
});

describe('a setting for several processes', () => {
  for (const [args, env, message] of [
    [['--role', 'worker'], {}, /The role worker needs Postgres/],
    [['--role', 'boss'], {}, /--role must be one of api, worker, all/],
    [[], { MKT_ROLE: 'boss' }, /MKT_ROLE must be one of api, worker, all/],
    [[], { MKT_RATE_LIMIT_STORE: 'postgres' }, /MKT_RATE_LIMIT_STORE=postgres needs Postgres/],
  ] as const) {
    it(`is refused without Postgres: ${[...args, JSON.stringify(env)].join(' ')}`, async () => {
      const { code, stderr } = await run(['serve', '--data', newFolder(), ...args], env);
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    });
  }
});
