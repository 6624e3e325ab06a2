// The replay store on Postgres that docs/sell/frameworks.md shows.
import { signedRequest } from '@mkt/seller-kit/testing';
import { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { newBareDatabase } from '../../marketplace/test/postgres/databases.ts';
import { sampleService } from './sample-service.ts';

async function createTable(pool: Pool) {
  // #region table
  await pool.query(
    'CREATE TABLE seen_orders (id text PRIMARY KEY, seen_at timestamptz NOT NULL DEFAULT now())',
  );
  // #endregion
}

function replayStoreOn(pool: Pool) {
  // #region store
  const replay = {
    add: async (orderId: string) => {
      const insert = 'INSERT INTO seen_orders (id) VALUES ($1) ON CONFLICT DO NOTHING';
      const { rowCount } = await pool.query(insert, [orderId]);
      return rowCount === 1;
    },
  };
  // #endregion
  return replay;
}

it('lets one of several processes run an order that all receive at once', async () => {
  const connectionString = await newBareDatabase();
  const pools = [new Pool({ connectionString }), new Pool({ connectionString })];
  onTestFinished(async () => {
    for (const pool of pools) await pool.end();
  });
  await createTable(pools[0]!);
  const services = pools.map((pool) => sampleService({ replay: replayStoreOn(pool) }));
  for (let round = 0; round < 20; round++) {
    const request = await signedRequest(services[0]!, { text: 'Hello' });
    const sent = [...services, ...services].map((each) => each.fetch(request.clone()));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  }
});
