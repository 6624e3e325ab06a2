import { DurableObject, env } from 'cloudflare:workers';
import { defineService } from '@mkt/seller-kit';

/** Remembers orders. There is one of it, whichever machine a Worker runs on. */
export class SeenOrders extends DurableObject {
  #sql = this.ctx.storage.sql;

  constructor(...given) {
    super(...given);
    this.#sql.exec('CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY, seen_at INTEGER)');
  }

  add(orderId) {
    const now = Date.now();
    this.#sql.exec('DELETE FROM seen WHERE seen_at < ?', now - 10 * 60_000);
    const insert = 'INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id';
    return this.#sql.exec(insert, orderId, now).toArray().length === 1;
  }
}

const service = defineService({
  name: 'Text length',
  description: 'How long a text is.',
  baseUrl: env.PUBLIC_URL,
  price: { amountCents: 2 },
  replay: { add: (orderId) => env.SEEN_ORDERS.getByName('all').add(orderId) },
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  run: ({ text }) => ({ length: text.length }),
});

export default { fetch: service.fetch };
