/** Work that is repeated at an interval, the first time immediately. */
export interface Chore {
  name: string;
  /** In which processes of a cluster it runs; a process that is alone runs every chore. */
  runsIn: 'every process' | 'every worker' | 'one worker';
  everyMs: number;
  /**
   * Whether it may start again while it still runs, so that one hanging part delays nothing else.
   */
  overlaps?: boolean;
  run(): Promise<unknown>;
}

/**
 * One tick runs every chore that is due, and resolves when they have ended. Timers only call
 * `tick`, so a test that moves its clock behaves like a server that waits. A chore that is still
 * running is not started again, unless it `overlaps`.
 */
export function createChoreRunner(
  chores: readonly Chore[],
  onError: (error: unknown, chore: string) => void,
) {
  const dueAt = new Map<Chore, number>();
  const running = new Set<Chore>();

  async function runChore(chore: Chore, nowMs: number): Promise<void> {
    dueAt.set(chore, nowMs + chore.everyMs);
    running.add(chore);
    try {
      await chore.run();
    } catch (error) {
      onError(error, chore.name);
    } finally {
      running.delete(chore);
    }
  }

  return async function tick(nowMs: number): Promise<void> {
    const due = chores.filter(
      (chore) =>
        (chore.overlaps === true || !running.has(chore)) &&
        nowMs >= (dueAt.get(chore) ?? -Infinity),
    );
    await Promise.all(due.map((chore) => runChore(chore, nowMs)));
  };
}
