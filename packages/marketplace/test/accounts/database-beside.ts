import Database from 'better-sqlite3';
import { Client } from 'pg';
import { databaseFile } from '../../src/server/data-folder.ts';
import type { Home } from '../markets.ts';

/** Changes the database of a marketplace that is running on it, as another process would. */
export async function changeBeside({ folder, database }: Home, sql: string): Promise<void> {
  if (database) {
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query(sql);
    await client.end();
    return;
  }
  const connection = new Database(databaseFile(folder ?? ''));
  connection.exec(sql);
  connection.close();
}

/** The rows that a query finds beside a running marketplace. */
export async function readBeside({ folder, database }: Home, sql: string): Promise<unknown[]> {
  if (database) {
    const client = new Client({ connectionString: database });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  }
  const connection = new Database(databaseFile(folder ?? ''), { readonly: true });
  const rows = connection.prepare(sql).all();
  connection.close();
  return rows;
}
