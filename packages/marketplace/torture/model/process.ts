import {
  createContentReview,
  inProcessSchemaValidator,
  type CheckEnvironment,
} from '@mkt/conformance';
import { type CallSlots, createCallSlots, type WaitingOrder } from '../../src/orders/runner.ts';
import { createOutcomes } from '../../src/market/outcomes.ts';
import { createBackgroundWork } from '../../src/server/chores.ts';
import { createClockWatch } from '../../src/server/database-clock.ts';
import { type App, createStore, openApp } from '../../src/server/context.ts';
import type { Identity } from '../../src/market/outside.ts';
import type { SchemaValidation } from '../../src/schemas/validation.ts';
import { createLocalEventFeed, createLocalOrderEvents } from '../../src/events/local.ts';
import type { Engine } from '../../src/database/engine.ts';
import type { Sealing } from '../../src/database/sealing.ts';
import { createGate, type Busy, type Gate, type Hold } from './gate.ts';
import { scriptedGateway, type ScriptedCall } from './scripted-seller.ts';
import type { WorldClock } from './world-clock.ts';
import type { AccountShares, CallLimits } from '../../src/market/limits.ts';

/** Limits of calls and of waiting orders; small, so that histories reach them. */
export const CALL_LIMITS: CallLimits = {
  callsPerSeller: 2,
  callsPerBuyer: 2,
  callsPerProcess: 3,
  waitingPerSeller: 2,
  waitingPerProcess: 3,
};

const DRAIN_MS = 32_000;
const RETENTION_DAYS = 1;

export interface World {
  engine: Engine;
  sealing: Sealing;
  identity: Identity;
  schemas: SchemaValidation;
  clock: WorldClock;
  busy: Busy;
  /** The database is used by one process only. */
  exclusive: boolean;
  onCall(call: ScriptedCall): void;
  /** An order waits, and other processes are notified. */
  onJob(order: WaitingOrder): void;
  onError(error: unknown): void;
}

type Chore = 'sweep' | 'prune';

/** One server: the real use cases on a database, clock and sellers that steps can pause. */
export interface Process {
  leaseOwner: string;
  gate: Gate;
  app: App;
  slots: CallSlots;
  /** It has swept once and accepts requests. */
  isServing(): boolean;
  /** When its shutdown began, by the world's clock. */
  endingSinceMs(): number | undefined;
  /** Runs a chore unless it is already running; resolves when it has finished. */
  run(chore: Chore): Promise<void>;
  /** Notifies it of a waiting order, possibly again. */
  runOrder(order: WaitingOrder): void;
  drain(): Promise<void>;
  /** Stops as at SIGTERM: calls have another 32 s. Resolves when it has stopped. */
  stop(): Promise<void>;
}

const unreachable = (): never => {
  throw new Error('The model makes no outbound requests but calls.');
};
const NO_CHECKS: CheckEnvironment = {
  transport: { request: unreachable },
  schemas: inProcessSchemaValidator(),
  urlPolicy: { allowPrivate: false },
  reviewContent: createContentReview(),
};

/** So high that they never apply: account limits have tests of their own. */
const SHARES: AccountShares = {
  waitingPerBuyer: 1_000,
  waitingPerPair: 1_000,
  longPolls: 1_000,
  reviews: 2,
  listings: 1_000,
  apiKeys: 200,
  webhooks: 20,
  webhookRequestsPerHost: 1_000,
  storedBytes: 2 ** 40,
};

export interface StartOptions {
  /** The difference of its wall clock to the database's. */
  skewMs: number;
  /** Paused from the beginning. */
  held: Hold | null;
}

export function startProcess(world: World, { skewMs, held }: StartOptions): Process {
  const gate = createGate(world.engine, world.busy);
  if (held) gate.hold(held);
  const clock = world.clock.ofProcess(gate, skewMs);
  const slots = createCallSlots({ ...CALL_LIMITS, ...SHARES });
  const ending = new AbortController();
  const leaseOwner = world.identity.id();
  const gateway = scriptedGateway({ gate, clock, leaseOwner }, world.onCall);
  const app = openApp({
    store: createStore({ engine: gate.engine, sealing: world.sealing }),
    // Its first id identifies it in leases.
    identity: startingWith(leaseOwner, world.identity),
    schemas: world.schemas,
    gateway,
    network: { wasDownSince: () => false, recovery: () => undefined },
    retriesCalls: false,
    prober: { probe: unreachable },
    webhookSender: { send: unreachable },
    withChecks: (_accountId, work) => work(NO_CHECKS),
    urlPolicy: NO_CHECKS.urlPolicy,
    contractBytes: 1,
    baseUrl: unreachable,
    jobs: { enqueue: unreachable },
    events: { ...createLocalOrderEvents(clock), announceWaiting: world.onJob },
    feed: createLocalEventFeed(),
    slots,
    outcomes: createOutcomes(),
    tracing: undefined,
    clock,
    log: {
      info() {},
      // Orders fail in histories, but none sets the clock or suspends a process in the middle of its work.
      warn(_fields, message) {
        if (message !== 'order failed') world.onError(new Error(message));
      },
      error: ({ err }) => world.onError(err),
    },
    shares: SHARES,
    orderRetentionDays: RETENTION_DAYS,
    exclusive: world.exclusive,
    ending: ending.signal,
  });
  const work = createBackgroundWork(app, createClockWatch(app));

  let serving = false;
  let endingSinceMs: number | undefined;
  const running = new Set<Chore>(['sweep']);
  async function recover(): Promise<void> {
    await work.sweep();
    serving = true;
    running.delete('sweep');
  }
  void recover().catch(world.onError);

  return {
    leaseOwner,
    gate,
    slots,
    app,
    endingSinceMs: () => endingSinceMs,
    isServing: () => serving && !gate.isDead(),
    async run(name) {
      if (running.has(name) || gate.isDead()) return;
      running.add(name);
      await work[name]();
      running.delete(name);
    },
    runOrder: work.queueOrder,
    drain: app.runner.drain,
    async stop() {
      serving = false;
      endingSinceMs = world.clock.now();
      clock.after(DRAIN_MS, () => ending.abort());
      await app.runner.drain();
      gate.kill();
    },
  };
}

function startingWith(first: string, identity: Identity): Identity {
  let given = false;
  return {
    ...identity,
    id() {
      const id = given ? identity.id() : first;
      given = true;
      return id;
    },
  };
}
