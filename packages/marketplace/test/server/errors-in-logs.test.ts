// docs/operate/run.md: what a buyer sends is never logged, even if the database quotes it in an error.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { runStatements } from '../postgres/databases.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

const MARKER = 'what-a-buyer-wrote';

/**
 * Makes the database refuse orders whose input contains the marker, with an error that quotes it.
 */
async function refuseMarked({ home: { database, folder } }: Market): Promise<void> {
  if (database) {
    await runStatements(database, [
      `ALTER TABLE orders ADD CONSTRAINT unmarked CHECK (request_json NOT LIKE '%${MARKER}%')`,
    ]);
    return;
  }
  const sqlite = new Database(join(folder ?? '', 'market.db'));
  sqlite.exec(`CREATE TRIGGER unmarked BEFORE INSERT ON orders
    WHEN NEW.request_json LIKE '%${MARKER}%' BEGIN SELECT RAISE(ABORT, '${MARKER}'); END`);
  sqlite.close();
}

describe.each(MARKETS)('an order that the database refuses on $name', ({ openMarket, newHome }) => {
  it('returns 500 and is logged without its input', async () => {
    const market = await openMarket(await newHome());
    const seller = await openSeller();
    const { id: listingId } = await publish(market, seller);
    await refuseMarked(market);
    const body = { listingId, requestBody: { text: MARKER } };
    const response = await market.api.post('/v1/orders', body);
    expect(response.status).toBe(500);
    expect(response.text).not.toContain(MARKER);
    expect((await market.api.post('/v1/orders', { listingId })).status).toBe(201);
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    for (const { level, fields, message } of market.log) log[level](fields, message);
    expect(lines.join('')).toMatch(/23514|SQLITE_CONSTRAINT/);
    expect(lines.join('')).not.toContain(MARKER);
  });
});
