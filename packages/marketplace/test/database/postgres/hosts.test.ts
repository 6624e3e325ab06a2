// docs/operate/scale.md: a URL with several hosts leads to the one that takes writes, before and after a failover.
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../../src/market/refusal.ts';
import { SingleStatement } from '../../../src/database/operation.ts';
import { openPostgres } from '../../../src/database/postgres/engine.ts';
import { openNotifications } from '../../../src/database/postgres/notifications.ts';
import { openQueueDatabase } from '../../../src/database/postgres/queue-database.ts';
import { hostsOf, parseHosts } from '../../../src/database/postgres/url.ts';
import { startCluster, type PostgresCluster } from '../../postgres/cluster.ts';
import { runStatements } from '../../postgres/databases.ts';
import { pollUntil } from '../../../../../test-bed/poll-until.ts';
import { serveRaw } from '../../../../../test-bed/within-test.ts';
import { newFolder, openMarket, publish } from '../../market.ts';
import { openSeller } from '../../../../../test-bed/within-test.ts';

describe('a URL of libpq', () => {
  it.each([
    ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
    ['postgres://u:p@a:1,b:2/db?x=1', ['postgres://u:p@a:1/db?x=1', 'postgres://u:p@b:2/db?x=1']],
    ['postgresql://a,b,c/db', ['postgresql://a/db', 'postgresql://b/db', 'postgresql://c/db']],
    [
      'postgres://u:p%40,q@[::1]:1,[::2]/db',
      ['postgres://u:p%40,q@[::1]:1/db', 'postgres://u:p%40,q@[::2]/db'],
    ],
    [
      'postgres:///db?host=a,b&port=1,2',
      ['postgres:///db?host=a&port=1', 'postgres:///db?host=b&port=2'],
    ],
    [
      'postgres:///db?host=a,b&port=6432',
      ['postgres:///db?host=a&port=6432', 'postgres:///db?host=b&port=6432'],
    ],
  ])('%s names each of its hosts', (url, urls) => {
    expect(hostsOf(url)).toEqual(urls);
  });

  it.each([
    'mysql://a/db',
    'postgres://a:1,b:x/db',
    'postgres://a:99999,b/db',
    'postgres:///db?host=a,b,c&port=1,2',
    'postgres://a/db?port=1,2',
    'a,b',
  ])('%s is none', (url) => {
    expect(hostsOf(url)).toBeUndefined();
  });

  it.each([
    ['postgres://a/db', undefined],
    ['postgres://a/db?target_session_attrs=any', undefined],
    ['postgres://a/db?target_session_attrs=primary', 'primary'],
    ['postgres://a,b/db', 'read-write'],
    ['postgres://a,b/db?target_session_attrs=any', 'read-write'],
    ['postgres://a,b/db?target_session_attrs=primary', 'primary'],
  ])('%s asks for %s', (url, target) => {
    expect(parseHosts(url).target).toBe(target);
  });
});

const PORT = new SingleStatement(
  {
    sql: `SELECT current_setting('port')::integer AS port`,
    parameters: [],
    name: 'port',
  },
  ({ rows }) => (rows[0] as { port: number }).port,
);
const portOf = () => PORT;
const KEEP = new SingleStatement(
  { sql: "INSERT INTO installation VALUES ('a', 'b') ON CONFLICT DO NOTHING", parameters: [] },
  ({ changes }) => changes,
);
const keep = () => KEEP;
/** In the pipeline. */
const namedKeep = () =>
  new SingleStatement({ sql: KEEP.sql, parameters: [], name: 'keep' }, ({ changes }) => changes);

async function removed(cluster: Promise<PostgresCluster>): Promise<PostgresCluster> {
  const started = await cluster;
  onTestFinished(() => started.remove());
  return started;
}

/** A primary and its standby, and a URL that names the standby first. */
async function startPair() {
  const primary = await removed(startCluster());
  const standby = await removed(primary.startStandby());
  const url = (query = '') =>
    `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres${query}`;
  return { primary, standby, url };
}

function openOn(url: string, connections = 8) {
  const opened = openPostgres({ url, connections });
  onTestFinished(() => opened.close());
  return opened;
}

describe('of several hosts', () => {
  it('every connection uses the one that takes writes, and after a failover the other', async () => {
    const { primary, standby, url } = await startPair();
    const { engine, migrate } = openOn(url());
    await migrate();
    const queue = openQueueDatabase({ url: url() });
    onTestFinished(queue.close);
    const portOfQueue = async () =>
      queue
        .run(`SELECT current_setting('port')::integer AS port`)
        .then(({ rows }) => (rows[0] as { port: number }).port);
    const ports = () =>
      Promise.all([
        engine.read(portOf, undefined),
        engine.writeOnce(portOf, undefined),
        portOfQueue(),
      ]);
    expect(await ports()).toEqual([primary.port, primary.port, primary.port]);
    expect(await engine.write(keep, undefined)).toBe(1);

    await primary.replicated();
    await primary.stop('crash');
    await expect(engine.write(keep, undefined)).rejects.toThrow(StorageUnavailable);
    await standby.promote();
    await pollUntil('the standby is used', () => ports().catch(() => undefined));
    expect(await ports()).toEqual([standby.port, standby.port, standby.port]);
    // What the primary had stored is there.
    expect(await engine.write(keep, undefined)).toBe(0);
  });

  it('a primary that starts to refuse writes is left for the one that takes them', async () => {
    const { primary, standby, url } = await startPair();
    const { engine, migrate } = openOn(url());
    await migrate();
    // A connection of the pool and one of the pipeline, which stay open.
    expect(await engine.write(keep, undefined)).toBe(1);
    expect(await engine.writeOnce(namedKeep, undefined)).toBe(0);
    await runStatements(primary.url('postgres'), [
      'ALTER SYSTEM SET default_transaction_read_only = on',
      'SELECT pg_reload_conf()',
    ]);
    await standby.promote();
    for (const write of [
      () => engine.write(keep, undefined),
      () => engine.writeOnce(namedKeep, undefined),
    ]) {
      await pollUntil('the standby is used', () => write().catch(() => undefined), 20_000);
    }
    expect(await engine.write(portOf, undefined)).toBe(standby.port);
    expect(await engine.writeOnce(portOf, undefined)).toBe(standby.port);
  });

  it('one that does not respond delays a connection by less than a second', async () => {
    const silent = await serveRaw(() => undefined);
    const primary = await removed(startCluster());
    const url = `postgres://postgres@127.0.0.1:${silent.port},127.0.0.1:${primary.port}/postgres`;
    const { engine } = openOn(url);
    const startedAt = performance.now();
    expect(await engine.read(portOf, undefined)).toBe(primary.port);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('none that takes writes is reported as a database that is unavailable', async () => {
    const { primary, standby, url } = await startPair();
    await primary.stop('crash');
    for (const query of ['', '?target_session_attrs=primary']) {
      const { engine } = openOn(url(query), 2);
      await expect(engine.read(portOf, undefined)).rejects.toThrow(StorageUnavailable);
    }
    expect(await openOn(standby.url('postgres'), 2).engine.read(portOf, undefined)).toBe(
      standby.port,
    );
  });

  it('notifications arrive again after a failover', async () => {
    const { primary, standby, url } = await startPair();
    const received: string[] = [];
    const open = () => {
      const opened = openNotifications({
        url: url(),
        channels: { mkt_test: (text) => received.push(text) },
      });
      onTestFinished(() => opened.close());
      return opened;
    };
    const [sender, receiver] = [open(), open()];
    await Promise.all([sender.started, receiver.started]);
    await primary.stop('crash');
    await standby.promote();
    await pollUntil('a text arrives', () => {
      sender.send('mkt_test', 'after');
      return received.includes('after') || undefined;
    });
    expect(new Set(received)).toEqual(new Set(['after']));
  });

  it('a marketplace sells and reviews again after a failover', async () => {
    const { primary, standby, url } = await startPair();
    const market = await openMarket({
      folder: newFolder(),
      database: url(),
      // Nothing was lost.
      environment: { MKT_DATABASE_FAILOVER: 'continue' },
    });
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    expect((await market.api.activate(id, { n: 1 }, 20)).body.orderState).toBe('completed');
    await primary.replicated();
    await primary.stop('crash');
    await standby.promote();
    await pollUntil('an order completes', async () => {
      const { body } = await market.api.activate(id, { n: 2 }, 20);
      return body.orderState === 'completed' || undefined;
    });
    const { status } = await publish(market, seller, { title: 'After the failover' });
    expect(status).toBe('published');
  });
});
