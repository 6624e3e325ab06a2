import { Client } from 'pg';

/**
 * Sets the clock of a marketplace's database this much ahead of that of its server, for every process:
 * what `date --set` on the server would do to it.
 */
export async function setDatabaseClock(url: string, aheadMs: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE OR REPLACE FUNCTION mkt_now() RETURNS bigint
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT floor(extract(epoch FROM now()) * 1000)::bigint + ${aheadMs} $$`);
  } finally {
    await client.end();
  }
}
