import type { Engine } from '../../src/sql/engine.ts';

/**
 * Where a process stands still: before its statements or after them, as with a slow database, or
 * altogether, as when the system stops it; then its timers and its seller's answers wait too.
 */
export type Hold = 'before' | 'after' | 'everything';

export interface Gate {
  /** The engine as this process has it. */
  engine: Engine;
  /** Calls back now, or when the process goes on; never once it is dead. */
  whenRunning(callback: () => void): void;
  hold(where: Hold): void;
  /** Lets one of the things that stand go on. */
  letOne(index: number): void;
  resume(): void;
  /** From now on nothing that the process was doing goes on. */
  kill(): void;
  isHeld(): boolean;
  /** It stood still once, and may act on what was so then. */
  wasHeld(): boolean;
  isDead(): boolean;
}

/** Statements that run now, in any process: while there are some, others may follow by themselves. */
export interface Busy {
  statements: number;
}

/** What stands between a process and its database, its clock and its sellers. */
export function createGate(engine: Engine, busy: Busy): Gate {
  let held: Hold | undefined;
  let dead = false;
  let everHeld = false;
  let standing: (() => void)[] = [];

  const stops = (where: Hold) => dead || held === where || held === 'everything';
  const stand = () =>
    new Promise<void>((goOn) => {
      if (!dead) standing.push(goOn);
    });

  async function through<Result>(run: () => Promise<Result>): Promise<Result> {
    if (stops('before')) await stand();
    busy.statements += 1;
    const running = run();
    await running.catch(() => undefined);
    busy.statements -= 1;
    if (stops('after')) await stand();
    return running;
  }

  return {
    engine: {
      read: (operation, args) => through(() => engine.read(operation, args)),
      write: (operation, args, hook) => through(() => engine.write(operation, args, hook)),
      batch: (operation, args) => through(() => engine.batch(operation, args)),
      writeOnce: (operation, args) => through(() => engine.writeOnce(operation, args)),
      list: (operation, args, reader) => through(() => engine.list(operation, args, reader)),
    },
    whenRunning(callback) {
      if (dead) return;
      if (held === 'everything') standing.push(callback);
      else callback();
    },
    hold(where) {
      held = where;
      everHeld = true;
    },
    letOne(index) {
      const [one] = standing.splice(index % Math.max(1, standing.length), 1);
      one?.();
    },
    resume() {
      held = undefined;
      const all = standing;
      standing = [];
      for (const one of all) one();
    },
    kill() {
      dead = true;
      standing = [];
    },
    isHeld: () => held !== undefined || standing.length > 0,
    wasHeld: () => everHeld,
    isDead: () => dead,
  };
}
