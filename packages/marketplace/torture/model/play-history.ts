import type { SchemaValidation } from '../../src/schemas/validation.ts';
import { invariant } from './invariant.ts';
import { isSettled } from './row-rules.ts';
import { openScene, type Scene } from './scene.ts';
import type { History } from './steps.ts';
import { sweep } from './sweep.ts';
import { takeStep } from './take-step.ts';
import type { OpenDatabase } from './world.ts';

const SWEEP_EVERY_MS = 10_000;
/** Ten minutes for waiting orders, then a call, a lease and a sweep. */
const SWEEPS_TO_THE_END = 66;

/** Resumes all processes and lets time pass: every order must settle and every place be released. */
async function playToCompletion(scene: Scene): Promise<void> {
  for (const process of [0, 1]) await takeStep(scene, { do: 'resume', process });
  const isOpen = async () => (await scene.check()).some((row) => !isSettled(row));
  for (let count = 0; count < SWEEPS_TO_THE_END && (await isOpen()); count++) {
    // Does nothing if one is still running.
    await takeStep(scene, { do: 'start', process: 0, held: null });
    await takeStep(scene, { do: 'time', ms: SWEEP_EVERY_MS, late: false });
    for (const process of scene.processes()) await sweep(scene, process);
  }
  invariant(!(await isOpen()), 'every order settles');
  await takeStep(scene, { do: 'time', ms: 32_001, late: false });
  for (const process of scene.processes()) {
    await sweep(scene, process);
    const left = { running: process.slots.running(), waiting: process.slots.waiting() };
    invariant(left.running === 0 && left.waiting === 0, 'every place is released', left);
    let isDrained = false;
    scene.background(process.drain().then(() => (isDrained = true)));
    await scene.untilIdle();
    invariant(isDrained, 'a process leaves no work in flight');
  }
  for (const { process, returned, refused, n } of scene.ledger.activations) {
    const hasResponse = returned !== undefined || refused !== undefined;
    invariant(hasResponse || process.gate.isDead(), 'every buyer gets a response', n);
  }
}

export interface HistoryParts {
  open: OpenDatabase;
  schemas: SchemaValidation;
}

/**
 * Plays a history against the real store and use cases; throws at the first invariant that does not
 * hold. Returns how often each kind of event was checked.
 */
export async function playHistory(
  { open, schemas }: HistoryParts,
  history: History,
): Promise<ReadonlyMap<string, number>> {
  const scene = await openScene(history, open, schemas);
  try {
    for (const step of history.steps) {
      if (step.do !== 'nothing') await takeStep(scene, step);
    }
    await playToCompletion(scene);
    return scene.ledger.coverage;
  } finally {
    for (const { gate } of scene.processes()) gate.kill();
    await scene.untilIdle().catch(() => undefined);
    await scene.world.close();
  }
}
