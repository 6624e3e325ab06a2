import type { FaultyMarket } from './faulty-market.ts';
import { GuaranteeBroken, createRetryingApi } from './retrying-api.ts';
import { expectStatus, playScenario, type Acknowledged } from './scenario.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface Round {
  /** Statements of the whole scenario. */
  statements: number;
  failed: number;
  refusals: number;
}

const LEASE_AND_SWEEP_MS = 50_000;

/** How an order may settle without a call: after an outage, or if its buyer got no response. */
const SETTLED_WITHOUT_CALL = new Set(['interrupted', 'expired']);

function checkEnd(
  order: { id: string; orderState: string; failure: { kind: string } | null },
  calls: number,
  mayEndUncalled: boolean,
): void {
  const { id, orderState, failure } = order;
  if (calls > 1) throw new GuaranteeBroken(`order ${id} was called ${calls} times`);
  const isDone = orderState === 'completed' && calls === 1;
  if (isDone || (mayEndUncalled && SETTLED_WITHOUT_CALL.has(failure?.kind ?? ''))) return;
  throw new GuaranteeBroken(`order ${id} settled as ${orderState} ${JSON.stringify(failure)}`);
}

async function checkOrders(
  { api, seller }: FaultyMarket,
  { listingId, orderIds }: Acknowledged,
  plan: FaultPlan,
): Promise<void> {
  // If only the response was lost, orders may exist whose ids no buyer received.
  const responseWasLost = plan.kind.effect === 'statement';
  const all = expectStatus(await api.get(`/v1/orders?listingId=${listingId}&limit=100`), 200);
  for (const order of all.body.data) {
    checkEnd(order, seller.callCounts.get(order.id) ?? 0, responseWasLost || plan.count > 1);
  }
  if (orderIds.length === 0) throw new GuaranteeBroken('there was no order to check');
  const listed = new Set(all.body.data.map(({ id }: { id: string }) => id));
  for (const id of orderIds) if (!listed.has(id)) throw new GuaranteeBroken(`order ${id} is lost`);
  if (!responseWasLost && listed.size > orderIds.length) {
    throw new GuaranteeBroken('a refused order exists', all);
  }
  for (const state of ['pending', 'running']) {
    const open = expectStatus(await api.get(`/v1/orders?orderState=${state}`), 200);
    if (open.body.data.length > 0) throw new GuaranteeBroken(`orders are stuck as ${state}`, open);
  }
}

/** Checks that everything with a 2xx response is stored, now that nothing fails. */
async function check(
  market: FaultyMarket,
  acknowledged: Acknowledged,
  plan: FaultPlan,
): Promise<void> {
  const { api } = market;
  await market.advance(LEASE_AND_SWEEP_MS);
  await checkOrders(market, acknowledged, plan);
  const { body } = expectStatus(await api.get(`/v1/providers/${acknowledged.listingId}`), 200);
  if (body.status !== 'archived' || body.price.amount !== 0.03)
    throw new GuaranteeBroken('a changed listing is kept');
  const secretPath = `/v1/providers/${acknowledged.listingId}/signing-secret`;
  const secret = expectStatus(await api.post(secretPath), 200);
  if (secret.body.secret !== acknowledged.secret)
    throw new GuaranteeBroken('a rotated secret is kept');
  expectStatus(await api.as(acknowledged.revokedKey).get('/v1/orders'), 401);
}

/** Plays the scenario once with the planned faults, then checks what it left. */
export async function playRound(market: FaultyMarket, plan: FaultPlan): Promise<Round> {
  const api = createRetryingApi(market.api, { readsContinue: plan.statements === 'writes' });
  try {
    market.faults.arm(plan);
    const acknowledged = await Promise.race([playScenario(market, api), market.died]);
    market.faults.disarm();
    const counts = market.faults.counts();
    await Promise.race([check(market, acknowledged, plan), market.died]);
    return { ...counts, refusals: api.refusals() };
  } catch (error) {
    const { kind, statements, from, count } = plan;
    const where = `${kind.name}, ${statements} ${from} to ${from + count - 1}`;
    throw new GuaranteeBroken(`${where}: ${String(error)}`, undefined, { cause: error });
  } finally {
    market.faults.disarm();
  }
}
