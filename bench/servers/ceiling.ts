// The upper bound: an activation written by hand, for one listing and nothing else. node:http, cached
// statements, one commit for all writes of a turn of the event loop, ajv, HMAC, a pool of connections
// to the seller, and the response after the commit.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import type { Statement } from 'better-sqlite3';
import { sampleCall } from '../sample-call.ts';
import { listen } from './listen.ts';
import { hashOf, newOrderId, openOrderTables } from './order-tables.ts';
import { sendJson, readBytes } from './plain-http.ts';
import { callSeller } from './seller-call.ts';

const db = openOrderTables();
const findKey = db.prepare<[Buffer], { user_id: string }>(
  'SELECT user_id FROM api_keys WHERE hash = ?',
);
const findListing = db.prepare<[string], { state: string }>(
  'SELECT state FROM listings WHERE id = ?',
);
const insertOrder = db.prepare(
  `INSERT INTO orders (id, listing_id, user_id, state, request, started_at) VALUES (?, ?, ?, 'running', ?, ?)`,
);
const completeOrder = db.prepare(
  `UPDATE orders SET state = 'completed', result = ?, completed_at = ? WHERE id = ?`,
);
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
/** As fast as possible: validation of formats is not what is measured. */
const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};
const { inputSchema } = sampleCall(process.env['CALL'] ?? 'simple-200');
const isValid = new Ajv({ formats }).compile(inputSchema);

interface Write {
  statement: Statement;
  args: unknown[];
  done: () => void;
}

let queue: Write[] = [];

function flush(): void {
  const batch = queue;
  queue = [];
  begin.run();
  for (const { statement, args } of batch) statement.run(...args);
  commit.run();
  for (const { done } of batch) done();
}

function write(statement: Statement, ...args: unknown[]): Promise<void> {
  return new Promise((done) => {
    if (queue.length === 0) setImmediate(flush);
    queue.push({ statement, args, done });
  });
}

async function activate(req: IncomingMessage, res: ServerResponse, bytes: Buffer): Promise<void> {
  const user = findKey.get(hashOf(String(req.headers['x-mkt-api-key'])));
  if (!user) return sendJson(res, 401, '{}');
  const { listingId, requestBody } = JSON.parse(bytes.toString('utf8'));
  if (findListing.get(listingId)?.state !== 'published') return sendJson(res, 404, '{}');
  if (!isValid(requestBody)) return sendJson(res, 400, '{}');
  const id = newOrderId();
  const request = JSON.stringify(requestBody);
  const startedAt = new Date().toISOString();
  await write(insertOrder, id, listingId, user.user_id, request, startedAt);
  const result = await callSeller(id, Buffer.from(request));
  const completedAt = new Date().toISOString();
  await write(completeOrder, result, completedAt, id);
  const known = JSON.stringify({ id, listingId, orderState: 'completed', startedAt, completedAt });
  sendJson(res, 201, `${known.slice(0, -1)},"result":${result}}`);
}

listen((req, res) => {
  readBytes(req, (bytes) => {
    activate(req, res, bytes).catch(() => sendJson(res, 500, '{}'));
  });
});
