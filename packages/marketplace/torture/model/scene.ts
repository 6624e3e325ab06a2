import type { WaitingOrder } from '../../src/orders/runner.ts';
import type { SchemaValidation } from '../../src/schemas/validation.ts';
import { createLedger, type Ledger, type Moment } from './ledger.ts';
import { startProcess, type Process } from './process.ts';
import type { Hold } from './gate.ts';
import type { Row } from './row-rules.ts';
import { SCRIPTED_DEFECT, type ScriptedCall } from './scripted-seller.ts';
import { invariant } from './invariant.ts';
import type { History } from './steps.ts';
import { openWorld, type OpenDatabase, type OpenedWorld, type ModelListing } from './world.ts';

/** A history in progress: the world, its processes, and what is known of them. */
export interface Scene {
  world: OpenedWorld;
  ledger: Ledger;
  exclusive: boolean;
  listings: ModelListing[];
  /** All orders that processes were notified of. */
  jobs: readonly WaitingOrder[];
  /** The processes that are alive. */
  processes(): Process[];
  /** The process at an index, dead or alive; wraps around. */
  processAt(index: number): Process | undefined;
  /** Starts a process at an index unless one is alive there. */
  start(index: number, held: Hold | null): void;
  /** Runs everything until all processes wait for a step. */
  untilIdle(): Promise<void>;
  /** Checks the database against what is known, and returns its rows. */
  check(about?: Omit<Moment, 'nowMs'>): Promise<readonly Row[]>;
  /** The open calls of a process. */
  callsOf(process: Process): ScriptedCall[];
  /** Work that a step started without waiting for it; it must not fail. */
  background(work: Promise<unknown>): void;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

export async function openScene(
  { shared, skewMs }: Pick<History, 'shared' | 'skewMs'>,
  open: OpenDatabase,
  schemas: SchemaValidation,
): Promise<Scene> {
  const world = await openWorld(open, schemas);
  const [first = '', second = ''] = world.sellers;
  const listings = [
    await world.publish({ sellerId: first, hasSchema: false }),
    await world.publish({ sellerId: first, hasSchema: true }),
    await world.publish({ sellerId: second, hasSchema: false }),
  ];
  const places: (Process | undefined)[] = shared ? [undefined, undefined] : [undefined];
  const isAlive = (process: Process | undefined): process is Process =>
    process !== undefined && !process.gate.isDead();
  const processOf = (leaseOwner: string | null) =>
    places.find((process) => process?.leaseOwner === leaseOwner);
  const ledger = createLedger({
    exclusive: !shared,
    ownerOf({ lease_owner: leaseOwner }) {
      const process = processOf(leaseOwner);
      return { isAlive: isAlive(process), wasHeld: process?.gate.wasHeld() !== false };
    },
  });
  const jobs: WaitingOrder[] = [];
  const broken: unknown[] = [];
  const note = (error: unknown) => void broken.push(error);

  async function checkCall(call: ScriptedCall): Promise<void> {
    const nowMs = world.clock.now();
    const { orderId, listingId } = call.request;
    const process = processOf(call.leaseOwner);
    const mayBeOld = process?.gate.wasHeld() !== false;
    const endingSinceMs = process?.endingSinceMs() ?? Infinity;
    const reads = [world.row(orderId), world.store.listings.find(listingId)] as const;
    const [row, listing] = await Promise.all(reads);
    ledger.called(call, row, nowMs);
    const isTaken = (row?.started_at ?? 0) > endingSinceMs;
    invariant(mayBeOld || !isTaken, 'a stopping process starts no calls', row);
    invariant(
      mayBeOld || listing?.status === 'published',
      'only published listings are called',
      row,
    );
  }

  function onCall(call: ScriptedCall): void {
    // Reads the row before anything else can happen to the order.
    world.busy.statements += 1;
    void checkCall(call)
      .catch(note)
      .finally(() => (world.busy.statements -= 1));
  }

  function onError(error: unknown): void {
    if (error instanceof Error && error.message === SCRIPTED_DEFECT) return;
    note(error);
  }

  const scene: Scene = {
    world,
    ledger,
    exclusive: !shared,
    listings,
    jobs,
    processes: () => places.filter(isAlive),
    processAt: (index) => places[index % places.length],
    start(index, held) {
      const at = index % places.length;
      if (isAlive(places[at])) return;
      const onJob = (order: WaitingOrder) => void jobs.push(order);
      const parts = { ...world, exclusive: !shared, onCall, onJob, onError };
      places[at] = startProcess(parts, { skewMs: at === 0 ? 0 : skewMs, held });
    },
    async untilIdle() {
      do await turn();
      while (world.busy.statements > 0);
      if (broken.length > 0) throw broken[0];
    },
    async check(about = { resumed: false, restored: false }) {
      const rows = await world.rows();
      ledger.check(rows, { nowMs: world.clock.now(), ...about });
      return rows;
    },
    callsOf: ({ leaseOwner }) =>
      ledger.calls.filter((call) => call.leaseOwner === leaseOwner && !call.end),
    background: (work) => void work.catch(note),
  };
  for (const index of places.keys()) scene.start(index, null);
  await scene.untilIdle();
  return scene;
}
