/** Counts work that has to end before the process may. */
export function createUnderWay() {
  let count = 0;
  let waiting: (() => void)[] = [];

  function endOne(): void {
    count -= 1;
    if (count > 0) return;
    const told = waiting;
    waiting = [];
    for (const each of told) each();
  }

  return {
    /** The work, counted until it ends, however it ends. */
    keep<Result>(work: Promise<Result>): Promise<Result> {
      count += 1;
      work.then(endOne, endOne);
      return work;
    },
    /** Resolves when nothing is under way, or at once. */
    idle: () =>
      new Promise<void>((resolve) => {
        if (count === 0) resolve();
        else waiting.push(resolve);
      }),
  };
}
