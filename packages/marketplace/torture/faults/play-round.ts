import type { FaultyMarket } from './faulty-market.ts';
import { FaultBroke, patientApi } from './patient-api.ts';
import { expectStatus, playScenario, type Acknowledged } from './scenario.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface Round {
  /** Those of the scenario, up to its end. */
  statements: number;
  failed: number;
  refusals: number;
}

const LEASE_AND_SWEEP_MS = 50_000;

/** Ends without a call that an order may have come to: after an outage, or where nobody was told of it. */
const UNCALLED_ENDS = new Set(['interrupted', 'expired']);

function checkEnd(
  order: { id: string; orderState: string; failure: { kind: string } | null },
  calls: number,
  mayEndUncalled: boolean,
): void {
  const { id, orderState, failure } = order;
  if (calls > 1) throw new FaultBroke(`order ${id} was called ${calls} times`);
  const isDone = orderState === 'completed' && calls === 1;
  if (isDone || (mayEndUncalled && UNCALLED_ENDS.has(failure?.kind ?? ''))) return;
  throw new FaultBroke(`order ${id} ended as ${orderState} ${JSON.stringify(failure)}`);
}

async function checkOrders(
  { api, seller }: FaultyMarket,
  { listingId, orderIds }: Acknowledged,
  plan: FaultPlan,
): Promise<void> {
  // Where only the answer was lost, orders may be there that nobody was told of.
  const unheard = plan.kind.did === 'statement';
  const all = expectStatus(await api.get(`/v1/orders?listingId=${listingId}&limit=100`), 200);
  for (const order of all.body.data) {
    checkEnd(order, seller.callsOf(order.id), unheard || plan.count > 1);
  }
  if (orderIds.length === 0) throw new FaultBroke('there was no order to look at');
  const there = new Set(all.body.data.map(({ id }: { id: string }) => id));
  for (const id of orderIds) if (!there.has(id)) throw new FaultBroke(`order ${id} is lost`);
  if (!unheard && there.size > orderIds.length) {
    throw new FaultBroke('an order is there that was refused', all);
  }
  for (const state of ['pending', 'running']) {
    const open = expectStatus(await api.get(`/v1/orders?orderState=${state}`), 200);
    if (open.body.data.length > 0) throw new FaultBroke(`orders are stuck as ${state}`, open);
  }
}

/** Everything that was answered with 2xx is so, now that nothing fails. */
async function check(market: FaultyMarket, told: Acknowledged, plan: FaultPlan): Promise<void> {
  const { api } = market;
  await market.advance(LEASE_AND_SWEEP_MS);
  await checkOrders(market, told, plan);
  const { body } = expectStatus(await api.get(`/v1/providers/${told.listingId}`), 200);
  if (body.status !== 'archived' || body.price.amount !== 0.03) throw new FaultBroke('a listing');
  const secretPath = `/v1/providers/${told.listingId}/signing-secret`;
  const secret = expectStatus(await api.post(secretPath), 200);
  if (secret.body.secret !== told.secret) throw new FaultBroke('a rotated secret is kept');
  expectStatus(await api.as(told.revokedKey).get('/v1/orders'), 401);
}

/** The scenario once, with faults as planned, and then a look at what it left. */
export async function playRound(market: FaultyMarket, plan: FaultPlan): Promise<Round> {
  const api = patientApi(market.api, { readsGoOn: plan.statements === 'writes' });
  try {
    market.faults.arm(plan);
    const told = await Promise.race([playScenario(market, api), market.died]);
    market.faults.disarm();
    const counts = market.faults.counts();
    await Promise.race([check(market, told, plan), market.died]);
    return { ...counts, refusals: api.refusals() };
  } catch (error) {
    const { kind, statements, from, count } = plan;
    const where = `${kind.name}, ${statements} ${from} to ${from + count - 1}`;
    throw new FaultBroke(`${where}: ${String(error)}`, undefined, { cause: error });
  } finally {
    market.faults.disarm();
  }
}
