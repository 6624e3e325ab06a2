import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/**
 * The bytes of a process that were, or will be, written to a disk: each page of the operating system
 * counts when it is changed, and again when it is changed after it was written. Linux only; a file
 * system in memory counts nothing.
 */
export function writtenBytes(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]);
}

const WRITTEN = `
  SELECT pg_current_wal_insert_lsn() - '0/0' AS log,
    (SELECT sum(write_bytes) FROM pg_stat_io WHERE object = 'relation') AS tables`;

/**
 * The bytes that a Postgres 18 has written, to its log and to its tables and indexes, once every page that
 * was changed is written. The second checkpoint waits until the first has added what it wrote.
 */
export async function writtenByPostgres(url: string): Promise<{ log: number; tables: number }> {
  const client = new Client(url);
  await client.connect();
  await client.query('CHECKPOINT');
  await client.query('CHECKPOINT');
  const { rows } = await client.query(WRITTEN);
  await client.end();
  const [{ log, tables }] = rows as [Record<'log' | 'tables', string>];
  return { log: Number(log), tables: Number(tables) };
}
