// The activation of `ceiling.ts` on Postgres: a pool, statements prepared by name, one commit for the
// order and one for its outcome.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import { Pool } from 'pg';
import { INPUT_SCHEMA } from '../sample-call.ts';
import { createPostgresTables } from './hand-postgres-tables.ts';
import { listen } from './listen.ts';
import { hashOf, newOrderId } from './order-tables.ts';
import { sendJson, readBytes } from './plain-http.ts';
import { callSeller } from './seller-call.ts';

const CONNECTIONS = 16;

const pool = new Pool({ connectionString: process.env['POSTGRES_URL'] ?? '', max: CONNECTIONS });
await createPostgresTables(pool);

const run = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });
const isValid = new Ajv().compile(INPUT_SCHEMA);

async function activate(req: IncomingMessage, res: ServerResponse, bytes: Buffer): Promise<void> {
  const { listingId, requestBody } = JSON.parse(bytes.toString('utf8'));
  const hash = hashOf(String(req.headers['x-mkt-api-key']));
  const { rows } = await run(
    'find',
    'SELECT user_id, state FROM api_keys, listings WHERE hash = $1 AND id = $2',
    [hash, listingId],
  );
  const [found] = rows as { user_id: string; state: string }[];
  if (found?.state !== 'published') return sendJson(res, 404, '{}');
  if (!isValid(requestBody)) return sendJson(res, 400, '{}');
  const id = newOrderId();
  const request = JSON.stringify(requestBody);
  const startedAt = new Date().toISOString();
  await run(
    'insert',
    `INSERT INTO orders (id, listing_id, user_id, state, request, started_at)
     VALUES ($1, $2, $3, 'running', $4, $5)`,
    [id, listingId, found.user_id, request, startedAt],
  );
  const result = await callSeller(id, Buffer.from(request));
  const completedAt = new Date().toISOString();
  await run(
    'complete',
    `UPDATE orders SET state = 'completed', result = $1, completed_at = $2 WHERE id = $3`,
    [result, completedAt, id],
  );
  const known = JSON.stringify({ id, listingId, orderState: 'completed', startedAt, completedAt });
  sendJson(res, 201, `${known.slice(0, -1)},"result":${result}}`);
}

listen((req, res) => {
  readBytes(req, (bytes) => {
    activate(req, res, bytes).catch(() => sendJson(res, 500, '{}'));
  });
});
