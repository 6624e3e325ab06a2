import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openPostgres } from '../../src/database/postgres/engine.ts';
import { createSchemaValidation } from '../../src/schemas/validation.ts';
import { startCluster } from '../../test/postgres/cluster.ts';
import type { HistoryParts } from './play-history.ts';

const CONNECTIONS = 8;
const TEMPLATE = 'start';

/** Plays each history on a new database, copied from a template, of a new Postgres cluster. */
export async function onPostgres(): Promise<HistoryParts & { close(): Promise<void> }> {
  const cluster = await startCluster();
  const admin = new Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  const template = openPostgres({ url: cluster.url(TEMPLATE), connections: 1 });
  await template.migrate();
  await template.close();
  const schemas = createSchemaValidation({ processes: 1 });

  return {
    schemas,
    async open(clock) {
      const name = `history_${randomBytes(8).toString('hex')}`;
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
      const storage = openPostgres({
        url: cluster.url(name),
        connections: CONNECTIONS,
        clock,
      });
      return {
        engine: storage.engine,
        async close() {
          await storage.close();
          await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        },
      };
    },
    async close() {
      await admin.end();
      await cluster.remove();
      await schemas.close();
    },
  };
}
