import type { ClientBase, Pool } from 'pg';
import { API_KEY, LISTING_ID } from '../sample-call.ts';
import { hashOf } from './order-tables.ts';

/** Creates the tables of `hand-postgres.ts`, with one key and one listing, unless they are there. */
export async function createPostgresTables(database: Pick<ClientBase | Pool, 'query'>) {
  await database.query(`
    CREATE TABLE IF NOT EXISTS api_keys (hash bytea PRIMARY KEY, user_id text);
    CREATE TABLE IF NOT EXISTS listings (id text PRIMARY KEY, state text);
    CREATE TABLE IF NOT EXISTS orders (
      id text PRIMARY KEY, listing_id text, user_id text, state text, request text, result text,
      error text, started_at text, completed_at text);
    CREATE INDEX IF NOT EXISTS orders_user ON orders (user_id, id);`);
  const key = 'INSERT INTO api_keys VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await database.query(key, [hashOf(API_KEY), 'user']);
  const listing = 'INSERT INTO listings VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await database.query(listing, [LISTING_ID, 'published']);
}
