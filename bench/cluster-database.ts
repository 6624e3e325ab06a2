import { Client } from 'pg';

/** Runs one statement on its own connection. Returns the column `value` of its first row. */
export async function queryOne(url: string, sql: string, values: unknown[]): Promise<number> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(sql, values);
    return Number((rows as { value?: unknown }[])[0]?.value);
  } finally {
    await client.end();
  }
}

let count = 0;

/** Creates an empty database on this server. Returns its URL. */
export async function createDatabase(url: string): Promise<string> {
  count += 1;
  const name = `bench_${count}`;
  await queryOne(url, `CREATE DATABASE ${name}`, []);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
