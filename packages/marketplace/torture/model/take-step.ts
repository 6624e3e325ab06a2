import { Refusal } from '../../src/domain/refusal.ts';
import { activate, callerOf, read } from './buyer.ts';
import { must } from './broken.ts';
import { checkLimits, checkWaits } from './check-scene.ts';
import type { Process } from './process.ts';
import { isTerminal } from './row-rules.ts';
import type { Scene } from './scene.ts';
import type { ListingChange, Step } from './steps.ts';
import { sweep } from './sweep.ts';
import type { Shelf } from './world.ts';

/** Another run contract, as if its checks had been passed. */
async function revise({ world }: Scene, { id }: Shelf): Promise<void> {
  const listing = await world.store.listings.find(id);
  if (!listing || listing.status === 'archived') return;
  const { content, version } = listing;
  const endpointPath = `${content.runContract.endpointPath}-`;
  const runContract = { ...content.runContract, endpointPath };
  const change = { id, version, content: { ...content, runContract }, revised: true };
  await world.store.listings.change(change);
}

async function changeListing(
  { useCases }: Process,
  shelf: Shelf,
  change: Exclude<ListingChange, 'contract'>,
): Promise<unknown> {
  const seller = callerOf(shelf.sellerId);
  const uncounted = () => Promise.resolve();
  switch (change) {
    case 'pause':
      return useCases.updateListing(seller, shelf.id, { listingState: 'paused' }, uncounted);
    case 'resume':
      return useCases.updateListing(seller, shelf.id, { listingState: 'published' }, uncounted);
    case 'archive':
      return useCases.updateListing(seller, shelf.id, { listingState: 'archived' }, uncounted);
    case 'price': {
      const { listing } = await useCases.updateListing(seller, shelf.id, {}, uncounted);
      const amount = listing.content.price.amountMicros / 1_000_000 + 0.01;
      return useCases.updateListing(seller, shelf.id, { price: { amount } }, uncounted);
    }
    case 'secret':
      return useCases.rotateSecret(seller, shelf.id, 60);
  }
}

async function listingStep(scene: Scene, step: Extract<Step, { do: 'listing' }>): Promise<void> {
  const process = scene.processAt(step.process);
  const shelf = scene.shelves[step.listing];
  if (!process?.isServing() || process.gate.isHeld() || !shelf) return;
  if (step.change === 'contract') return revise(scene, shelf);
  const changing = changeListing(process, shelf, step.change).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  scene.background(changing);
  await scene.untilStill();
  if ((await scene.world.store.listings.find(shelf.id))?.status === 'archived') {
    scene.shelves[step.listing] = await scene.world.publish(shelf);
  }
}

async function passTime(scene: Scene, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0;) {
    leftMs -= scene.world.clock.toNextTimer(leftMs);
    await scene.untilStill();
  }
}

async function restore(scene: Scene): Promise<void> {
  for (const { gate } of scene.processes()) gate.kill();
  await scene.untilStill();
  await scene.world.store.orders.interruptOpen();
  const isOpen = (await scene.world.rows()).some((row) => !isTerminal(row));
  must(!isOpen, 'a restored database has no open orders');
}

async function apply(scene: Scene, step: Step): Promise<unknown> {
  const process = 'process' in step ? scene.processAt(step.process) : undefined;
  switch (step.do) {
    case 'nothing':
      return;
    case 'activate':
      return activate(scene, step);
    case 'read':
      return read(scene, step);
    case 'seller': {
      const open = scene.ledger.calls.filter((call) => !call.end);
      return open[step.call % Math.max(1, open.length)]?.answer(step.does);
    }
    case 'time':
      return step.late ? scene.world.clock.jump(step.ms) : passTime(scene, step.ms);
    case 'hold':
      return process?.gate.hold(step.where);
    case 'let-one':
      return process?.gate.letOne(step.index);
    case 'go-on':
      return process?.gate.resume();
    case 'crash':
      return process?.gate.kill();
    case 'start':
      return scene.start(step.process, step.held);
    case 'stop':
      if (process?.isServing()) scene.background(process.stop());
      return;
    case 'sweep':
      return process && sweep(scene, process);
    case 'prune':
      if (process) scene.background(process.run('prune'));
      return;
    case 'job': {
      // Only where there are others is there a queue.
      const job = scene.jobs[step.job % Math.max(1, scene.jobs.length)];
      if (job && !scene.alone && process?.isServing())
        process.gate.whenRunning(() => process.runOrder(job));
      return;
    }
    case 'listing':
      return listingStep(scene, step);
    case 'restore':
      return restore(scene);
  }
}

/** Takes a step, lets everything run that it sets off, and looks whether all promises are kept. */
export async function takeStep(scene: Scene, step: Step): Promise<void> {
  await apply(scene, step);
  await scene.untilStill();
  await scene.look({ wentOn: step.do === 'go-on', restored: step.do === 'restore' });
  checkLimits(scene);
  checkWaits(scene);
}
