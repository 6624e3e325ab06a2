import { readJson } from '@mkt/protocol';
import type { Caller } from '../../src/domain/caller.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { isSettled, type Order } from '../../src/domain/order.ts';
import { must } from './broken.ts';
import { checkAnswer, expectedAnswer } from './expected-answer.ts';
import type { Activation } from './ledger.ts';
import type { Process } from './process.ts';
import type { Scene } from './scene.ts';
import type { Guard, Step } from './steps.ts';

type Of<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

export const callerOf = (accountId: string): Caller => ({
  accountId,
  actor: { kind: 'key', keyId: 'key' },
  scopes: [],
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

/** Holds an answer as the use case does: no shorter than was asked for, unless the order has ended. */
async function heldAnswer(
  { world, ledger }: Scene,
  process: Process,
  { order, waitMs }: { order: Order; waitMs: number },
): Promise<Order> {
  const wait = { orderId: order.id, untilMs: world.clock.now() + waitMs, process };
  ledger.waits.add(wait);
  const answered = await process.useCases.awaitOrder(order, waitMs);
  ledger.waits.delete(wait);
  const isOver = world.clock.now() >= wait.untilMs || !process.isServing();
  must(isSettled(answered) || isOver, 'an answer is held until the order has ended', answered);
  ledger.told(answered);
  return answered;
}

/** A request from its arrival to its response, as `http/order.ts` has it. */
async function request(
  scene: Scene,
  activation: Activation,
  { step, revision }: { step: Of<'activate'>; revision: number },
): Promise<void> {
  const { world, ledger } = scene;
  const { process, n, idempotencyKey, bodyText, buyerId, shelf } = activation;
  const input = { n: step.goodInput ? n : String(n) };
  const bodyHash = world.identity.sha256(Buffer.from(bodyText));
  try {
    const { order, replayed } = await process.useCases.placeOrder({
      buyerId,
      listingRef: shelf.id,
      input: readJson(JSON.stringify(input)),
      guards: guardsOf(step.guard, revision),
      idempotency: idempotencyKey === null ? null : { key: idempotencyKey, bodyHash },
    });
    activation.accepted = { order, replayed };
    ledger.told(order);
    activation.answered = await heldAnswer(scene, process, { order, waitMs: step.waitMs });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    activation.refused = error.type;
  }
}

/** A buyer activates; where nothing holds the answer up, it is the one that was due. */
export async function activate(scene: Scene, step: Of<'activate'>): Promise<void> {
  const { world, ledger } = scene;
  const process = scene.processAt(step.process);
  const shelf = scene.shelves[step.listing];
  if (!process || !shelf || process.gate.isDead()) return;
  const activation: Activation = {
    n: ledger.activations.length,
    buyerId: world.buyers[step.buyer] ?? '',
    shelf,
    idempotencyKey: step.idempotencyKey === null ? null : `key-${step.idempotencyKey}`,
    bodyText: `${shelf.id} ${step.guard} ${step.goodInput}`,
    process,
  };
  const isFree = process.isServing() && !process.gate.isHeld();
  const expected = isFree ? await expectedAnswer(world, ledger, { activation, step }) : undefined;
  const before = { rows: await world.rows(), waiting: process.slots.waiting() };
  const revision = (await world.store.listings.find(shelf.id))?.revision ?? 0;
  ledger.activations.push(activation);
  process.gate.whenRunning(() => {
    if (process.isServing()) scene.background(request(scene, activation, { step, revision }));
    else activation.refused = 'nobody listens';
  });
  await scene.untilStill();
  if (expected !== undefined) {
    ledger.saw(`answer that was due: ${expected.split(' ')[0]}`);
    checkAnswer(activation, expected, { ...before, alone: scene.alone });
  }
}

/** A buyer reads an order, perhaps for as long as it takes. */
export async function read(scene: Scene, step: Of<'read'>): Promise<void> {
  const { world, ledger } = scene;
  const process = scene.processAt(step.process);
  const rows = [...ledger.seen.values()];
  const row = rows[step.order % Math.max(1, rows.length)];
  if (!process?.isServing() || process.gate.isHeld() || !row) return;
  const buyer = callerOf(row.buyer_id);
  async function poll(id: string) {
    if (!process) return;
    try {
      const order = await process.useCases.findOwnOrder(buyer, id);
      await heldAnswer(scene, process, { order, waitMs: step.waitMs });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      must((await world.row(id)) === undefined, 'a buyer finds his order', row);
    }
  }
  scene.background(poll(row.id));
  await scene.untilStill();
}
