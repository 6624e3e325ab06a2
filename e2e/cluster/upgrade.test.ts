// docs/operate/scale.md, "Upgrades": old and new code run side by side unless a migration forbids it.
import { expect, it, onTestFinished } from 'vitest';
import {
  MIGRATIONS,
  type Migration,
} from '../../packages/marketplace/src/database/migrations/list.ts';
import { openPostgres } from '../../packages/marketplace/src/database/postgres/engine.ts';
import { echoAfter } from '../../test-bed/seller.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { publish, settled, startBuyers } from './orders.ts';
import { openCluster } from './processes.ts';

/** A change that old code must tolerate: one more column in the tables that every order touches. */
const later: Migration = {
  name: '9998-later',
  oldestCode: MIGRATIONS.length,
  steps: [
    {
      kind: 'change',
      title: 'adds columns',
      tables: ['orders', 'listing', 'api_key'],
      *statements() {
        for (const table of ['orders', 'listing', 'api_key']) {
          yield { sql: `ALTER TABLE ${table} ADD COLUMN added_later text`, parameters: [] };
        }
      },
    },
  ],
};

/** A change that old code cannot work with. */
const breaking: Migration = {
  name: '9999-breaking',
  oldestCode: MIGRATIONS.length + 2,
  steps: [
    {
      kind: 'change',
      title: 'creates of_newer_code',
      tables: [],
      statements: () => [{ sql: 'CREATE TABLE of_newer_code (name text)', parameters: [] }],
    },
  ],
};

it('a rolling upgrade keeps processes of the old code running until the schema requires newer code', async () => {
  const cluster = await openCluster();
  const url = cluster.postgres.url('postgres');
  const processes = [await cluster.start(), await cluster.start()];
  const seller = await openSeller({ 'POST /run': echoAfter(() => 10) });
  const listingId = await publish(processes[0]!.api, seller.url);
  const buyers = startBuyers(6, () => processes.map(({ api }) => api), listingId);
  const newer = openPostgres({ url, connections: 1 });
  onTestFinished(() => newer.close());
  const migrateTo = (migrations: readonly Migration[]) => newer.migrate({ migrations });

  await buyers.more(60);
  expect(await migrateTo([...MIGRATIONS, later])).toMatchObject({ applied: ['9998-later'] });
  await buyers.more(60);
  // Old code may even start, as on a machine that is replaced during the upgrade.
  processes.push(await cluster.start());
  await buyers.more(30);
  await buyers.stop();
  expect(buyers.failures).toEqual([]);
  for (const { id } of buyers.acknowledged.values()) {
    expect((await settled(processes[2]!.api, id)).orderState).toBe('completed');
  }

  // It is not applied while they run.
  const migrateToBreaking = () => migrateTo([...MIGRATIONS, later, breaking]);
  expect(await migrateToBreaking()).toEqual({ kind: 'served', name: '9999-breaking' });
  for (const { end } of processes) await end('SIGKILL');
  expect(await migrateToBreaking()).toMatchObject({ applied: ['9999-breaking'] });
  const { code, stderr } = await cluster.run(['serve', '--dev', '--port', '0']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/✖ A newer version has upgraded this database.*\n$/);
}, 180_000);
