import type { SchemaValidation } from '../../src/domain/schema-validation.ts';
import { must } from './broken.ts';
import { isTerminal } from './row-rules.ts';
import { openScene, type Scene } from './scene.ts';
import type { History } from './steps.ts';
import { sweep } from './sweep.ts';
import { takeStep } from './take-step.ts';
import type { OpenDatabase } from './world.ts';

const SWEEP_EVERY_MS = 10_000;
/** Ten minutes for who waits, and then a call, a lease and a sweep. */
const SWEEPS_TO_THE_END = 66;

/** Everybody goes on, and time passes as it does: what is open ends, and all places are given back. */
async function playToTheEnd(scene: Scene): Promise<void> {
  for (const process of [0, 1]) await takeStep(scene, { do: 'go-on', process });
  const isOpen = async () => (await scene.look()).some((row) => !isTerminal(row));
  for (let count = 0; count < SWEEPS_TO_THE_END && (await isOpen()); count++) {
    // Where one is that is not gone yet, nothing comes of it.
    await takeStep(scene, { do: 'start', process: 0, held: null });
    await takeStep(scene, { do: 'time', ms: SWEEP_EVERY_MS, late: false });
    for (const process of scene.processes()) await sweep(scene, process);
  }
  must(!(await isOpen()), 'every order ends');
  await takeStep(scene, { do: 'time', ms: 32_001, late: false });
  for (const process of scene.processes()) {
    await sweep(scene, process);
    const left = { running: process.slots.running(), waiting: process.slots.waiting() };
    must(left.running === 0 && left.waiting === 0, 'every place is given back', left);
    let isDrained = false;
    scene.background(process.drain().then(() => (isDrained = true)));
    await scene.untilStill();
    must(isDrained, 'nothing of a process is left under way');
  }
  for (const { process, answered, refused, n } of scene.ledger.activations) {
    const isAnswered = answered !== undefined || refused !== undefined;
    must(isAnswered || process.gate.isDead(), 'every buyer is answered', n);
  }
}

export interface HistoryParts {
  open: OpenDatabase;
  schemas: SchemaValidation;
}

/**
 * Plays a history against the real store and the real use cases; throws at the first promise not kept.
 * Answers how often each kind of thing was there to be looked at.
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
    await playToTheEnd(scene);
    return scene.ledger.looked;
  } finally {
    for (const { gate } of scene.processes()) gate.kill();
    await scene.untilStill().catch(() => undefined);
    await scene.world.close();
  }
}
