import { createGate, type Gate } from '../../test-bed/gate.ts';
import { json, type Seller } from '../../test-bed/seller.ts';
import type { Market } from './market.ts';

/** A published listing whose seller responds once the gate is open. */
export async function publishGated(
  market: Market,
): Promise<{ listingId: string; seller: Seller; gate: Gate }> {
  const { provider, seller } = await market.publish();
  const gate = createGate();
  seller.on('POST /run', gate.before(json({ done: true })));
  return { listingId: provider.id, seller, gate };
}
