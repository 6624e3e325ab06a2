import { contentChanges } from '../../src/listings/history.ts';
import { rotateSecret } from '../../src/listings/secrets.ts';
import { updateListing } from '../../src/listings/update.ts';
import { Refusal } from '../../src/market/refusal.ts';
import { activate, callerOf, read } from './buyer.ts';
import { invariant } from './invariant.ts';
import { checkLimits, checkWaits } from './check-scene.ts';
import type { Process } from './process.ts';
import { isSettled } from './row-rules.ts';
import type { Scene } from './scene.ts';
import type { ListingChange, Step } from './steps.ts';
import { sweep } from './sweep.ts';
import type { ModelListing } from './world.ts';

/** Changes the run contract, as if its checks had passed. */
async function revise({ world }: Scene, { id }: ModelListing): Promise<void> {
  const listing = await world.store.listings.find(id);
  if (!listing || listing.status === 'archived') return;
  const { content, version } = listing;
  const endpointPath = `${content.runContract.endpointPath}-`;
  const runContract = { ...content.runContract, endpointPath };
  const next = { ...content, runContract };
  await world.store.listings.change({
    id,
    version,
    actor: { kind: 'operator' },
    edit: {
      content: next,
      revised: true,
      changes: contentChanges(content, next),
      verdict: 'safe',
      findings: [],
    },
  });
}

async function changeListing(
  { app }: Process,
  listing: ModelListing,
  change: Exclude<ListingChange, 'contract'>,
): Promise<unknown> {
  const seller = callerOf(listing.sellerId);
  const uncounted = () => Promise.resolve();
  switch (change) {
    case 'pause':
      return updateListing(app, seller, listing.id, { listingState: 'paused' }, uncounted);
    case 'resume':
      return updateListing(app, seller, listing.id, { listingState: 'published' }, uncounted);
    case 'archive':
      return updateListing(app, seller, listing.id, { listingState: 'archived' }, uncounted);
    case 'price': {
      const { listing: current } = await updateListing(app, seller, listing.id, {}, uncounted);
      const amount = current.content.price.amountMicros / 1_000_000 + 0.01;
      return updateListing(app, seller, listing.id, { price: { amount } }, uncounted);
    }
    case 'secret':
      return rotateSecret(app, seller, listing.id, 60);
  }
}

async function listingStep(scene: Scene, step: Extract<Step, { do: 'listing' }>): Promise<void> {
  const process = scene.processAt(step.process);
  const listing = scene.listings[step.listing];
  if (!process?.isServing() || process.gate.isHeld() || !listing) return;
  if (step.change === 'contract') return revise(scene, listing);
  const changing = changeListing(process, listing, step.change).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  scene.background(changing);
  await scene.untilIdle();
  if ((await scene.world.store.listings.find(listing.id))?.status === 'archived') {
    scene.listings[step.listing] = await scene.world.publish(listing);
  }
}

async function passTime(scene: Scene, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0;) {
    leftMs -= scene.world.clock.toNextTimer(leftMs);
    await scene.untilIdle();
  }
}

async function restore(scene: Scene): Promise<void> {
  for (const { gate } of scene.processes()) gate.kill();
  await scene.untilIdle();
  await scene.world.store.orders.interruptOpen();
  const isOpen = (await scene.world.rows()).some((row) => !isSettled(row));
  invariant(!isOpen, 'a restored database has no open orders');
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
      return open[step.call % Math.max(1, open.length)]?.respond(step.does);
    }
    case 'time':
      return step.late ? scene.world.clock.jump(step.ms) : passTime(scene, step.ms);
    case 'hold':
      return process?.gate.hold(step.where);
    case 'release-one':
      return process?.gate.releaseOne(step.index);
    case 'resume':
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
      // Only shared databases have a queue.
      const job = scene.jobs[step.job % Math.max(1, scene.jobs.length)];
      if (job && !scene.exclusive && process?.isServing())
        process.gate.whenRunning(() => process.runOrder(job));
      return;
    }
    case 'listing':
      return listingStep(scene, step);
    case 'restore':
      return restore(scene);
  }
}

/** Takes a step, runs everything that it triggers, and checks all invariants. */
export async function takeStep(scene: Scene, step: Step): Promise<void> {
  await apply(scene, step);
  await scene.untilIdle();
  await scene.check({ resumed: step.do === 'resume', restored: step.do === 'restore' });
  checkLimits(scene);
  checkWaits(scene);
}
