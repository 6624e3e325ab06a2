import type { Engine } from '../../src/database/engine.ts';

/**
 * Where a process is paused: before or after its statements, as with a slow database, or completely, as
 * when the operating system stops it; then its timers and its sellers' responses wait too.
 */
export type Hold = 'before' | 'after' | 'everything';

export interface Gate {
  /** The engine as this process sees it. */
  engine: Engine;
  /** Calls back now or when the process resumes; never once it is dead. */
  whenRunning(callback: () => void): void;
  hold(where: Hold): void;
  /** Lets one of the paused actions continue. */
  releaseOne(index: number): void;
  resume(): void;
  /** Permanently stops everything that the process was doing. */
  kill(): void;
  isHeld(): boolean;
  /** It was paused before, so it may act on outdated state. */
  wasHeld(): boolean;
  isDead(): boolean;
}

/** How many statements are running in all processes; they may trigger further ones. */
export interface Busy {
  statements: number;
}

/** Pauses a process between itself and its database, clock and sellers. */
export function createGate(engine: Engine, busy: Busy): Gate {
  let held: Hold | undefined;
  let dead = false;
  let everHeld = false;
  let waiting: (() => void)[] = [];

  const isPausedAt = (where: Hold) => dead || held === where || held === 'everything';
  const pause = () =>
    new Promise<void>((resume) => {
      if (!dead) waiting.push(resume);
    });

  async function through<Result>(run: () => Promise<Result>): Promise<Result> {
    if (isPausedAt('before')) await pause();
    busy.statements += 1;
    const running = run();
    await running.catch(() => undefined);
    busy.statements -= 1;
    if (isPausedAt('after')) await pause();
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
      if (held === 'everything') waiting.push(callback);
      else callback();
    },
    hold(where) {
      held = where;
      everHeld = true;
    },
    releaseOne(index) {
      const [one] = waiting.splice(index % Math.max(1, waiting.length), 1);
      one?.();
    },
    resume() {
      held = undefined;
      const all = waiting;
      waiting = [];
      for (const one of all) one();
    },
    kill() {
      dead = true;
      waiting = [];
    },
    isHeld: () => held !== undefined || waiting.length > 0,
    wasHeld: () => everHeld,
    isDead: () => dead,
  };
}
