// A first implementation: express.json(), kysely without tuning, a commit per write, global fetch.
import { Ajv } from 'ajv';
import express from 'express';
import { Kysely, SqliteDialect } from 'kysely';
import { INPUT_SCHEMA } from '../sample-call.ts';
import { listen } from './listen.ts';
import { hashOf, newOrderId, openOrderTables } from './order-tables.ts';
import { SELLER_URL, signedHeaders } from './seller-call.ts';

interface Tables {
  api_keys: { hash: Buffer; user_id: string };
  listings: { id: string; state: string };
  orders: {
    id: string;
    listing_id: string;
    user_id: string;
    state: string;
    request: string;
    result: string | null;
    started_at: string;
    completed_at: string | null;
  };
}

const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openOrderTables() }) });
const isValid = new Ajv().compile(INPUT_SCHEMA);
const app = express();
app.use(express.json());

app.post('/v1/orders', async (req, res) => {
  const { listingId, requestBody } = req.body;
  const user = await db
    .selectFrom('api_keys')
    .select('user_id')
    .where('hash', '=', hashOf(req.get('x-mkt-api-key') ?? ''))
    .executeTakeFirst();
  if (!user) return res.status(401).json({});
  const listing = await db
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listingId)
    .executeTakeFirst();
  if (listing?.state !== 'published') return res.status(404).json({});
  if (!isValid(requestBody)) return res.status(400).json({});
  const order = {
    id: newOrderId(),
    listing_id: listing.id,
    user_id: user.user_id,
    state: 'running',
    request: JSON.stringify(requestBody),
    started_at: new Date().toISOString(),
  };
  await db.insertInto('orders').values(order).execute();
  const body = Buffer.from(order.request);
  const headers = signedHeaders(order.id, body);
  const response = await fetch(`${SELLER_URL}/run`, { method: 'POST', headers, body });
  const result = JSON.stringify(await response.json());
  const ended = { state: 'completed', result, completed_at: new Date().toISOString() };
  await db.updateTable('orders').set(ended).where('id', '=', order.id).execute();
  return res.status(201).json({ ...order, ...ended, result: JSON.parse(result) });
});

listen(app);
