import { isSettled, readJson } from '@mkt/protocol';
import type { Caller } from '../../src/market/caller.ts';
import { Refusal } from '../../src/market/refusal.ts';
import type { Order } from '../../src/orders/order.ts';
import { awaitOrder, placeOrder } from '../../src/orders/place.ts';
import { findOwnOrder } from '../../src/orders/read.ts';
import { invariant } from './invariant.ts';
import { checkResponse, expectedResponse } from './expected-response.ts';
import type { Activation } from './ledger.ts';
import type { Process } from './process.ts';
import type { Scene } from './scene.ts';
import type { Guard, Step } from './steps.ts';

type Of<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

export const callerOf = (accountId: string): Caller => ({
  accountId,
  actor: { kind: 'key', keyId: 'key' },
  scopes: ['order:create', 'order:read'],
});

function guardsOf(guard: Guard, revision: number) {
  switch (guard) {
    case 'none':
      return {};
    case 'price-fits':
      return { maxPrice: 1_000 };
    case 'price-over':
      return { maxPrice: 0 };
    case 'revision-now':
      return { revision };
    case 'revision-old':
      return { revision: 0 };
  }
}

/** Waits for the response; it must take as long as requested unless the order settles. */
async function heldResponse(
  { world, ledger }: Scene,
  process: Process,
  { order, waitMs }: { order: Order; waitMs: number },
): Promise<Order> {
  const wait = { orderId: order.id, untilMs: world.clock.now() + waitMs, process };
  ledger.waits.add(wait);
  const returned = await awaitOrder(process.app, order, waitMs);
  ledger.waits.delete(wait);
  const isOver = world.clock.now() >= wait.untilMs || !process.isServing();
  invariant(
    isSettled(returned.state) || isOver,
    'a response waits until the order has settled',
    returned,
  );
  ledger.returned(returned);
  return returned;
}

/** A request from its arrival to its response, as in `orders/http.ts`. */
async function request(
  scene: Scene,
  activation: Activation,
  { step, revision }: { step: Of<'activate'>; revision: number },
): Promise<void> {
  const { world, ledger } = scene;
  const { process, n, idempotencyKey, bodyText, buyerId, listing } = activation;
  const input = { n: step.goodInput ? n : String(n) };
  const bodyHash = world.identity.sha256(Buffer.from(bodyText));
  try {
    const { order, replayed } = await process.app.runner.track(
      placeOrder(process.app, {
        buyerId,
        keyId: null,
        metadataJson: null,
        trace: null,
        listingRef: listing.id,
        input: readJson(JSON.stringify(input)),
        guards: guardsOf(step.guard, revision),
        idempotency: idempotencyKey === null ? null : { key: idempotencyKey, bodyHash },
      }),
    );
    activation.accepted = { order, replayed };
    ledger.returned(order);
    activation.returned = await heldResponse(scene, process, { order, waitMs: step.waitMs });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    activation.refused = error.type;
  }
}

/** A buyer activates; if nothing delays the response, it must be the expected one. */
export async function activate(scene: Scene, step: Of<'activate'>): Promise<void> {
  const { world, ledger } = scene;
  const process = scene.processAt(step.process);
  const listing = scene.listings[step.listing];
  if (!process || !listing || process.gate.isDead()) return;
  const activation: Activation = {
    n: ledger.activations.length,
    buyerId: world.buyers[step.buyer] ?? '',
    listing,
    idempotencyKey: step.idempotencyKey === null ? null : `key-${step.idempotencyKey}`,
    bodyText: `${listing.id} ${step.guard} ${step.goodInput}`,
    process,
  };
  const isFree = process.isServing() && !process.gate.isHeld();
  const expected = isFree ? await expectedResponse(world, ledger, { activation, step }) : undefined;
  const before = { rows: await world.rows(), waiting: process.slots.waiting() };
  const revision = (await world.store.listings.find(listing.id))?.revision ?? 0;
  ledger.activations.push(activation);
  process.gate.whenRunning(() => {
    if (process.isServing()) scene.background(request(scene, activation, { step, revision }));
    else activation.refused = 'not listening';
  });
  await scene.untilIdle();
  if (expected !== undefined) {
    ledger.count(`expected response: ${expected.split(' ')[0]}`);
    checkResponse(activation, expected, { ...before, exclusive: scene.exclusive });
  }
}

/** A buyer reads an order, possibly waiting until it settles. */
export async function read(scene: Scene, step: Of<'read'>): Promise<void> {
  const { world, ledger } = scene;
  const process = scene.processAt(step.process);
  const rows = [...ledger.lastRows.values()];
  const row = rows[step.order % Math.max(1, rows.length)];
  if (!process?.isServing() || process.gate.isHeld() || !row) return;
  const buyer = callerOf(row.buyer_id);
  async function poll(id: string) {
    if (!process) return;
    try {
      const order = await findOwnOrder(process.app, buyer, id);
      await heldResponse(scene, process, { order, waitMs: step.waitMs });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      invariant((await world.row(id)) === undefined, 'a buyer finds their order', row);
    }
  }
  scene.background(poll(row.id));
  await scene.untilIdle();
}
