/**
 * How many processes may start at the same time. A start is nearly all processor time: sixteen at
 * once on two cores made each other miss every deadline.
 */
const SLOTS = 2;

let free = SLOTS;
const waiting: (() => void)[] = [];

async function take(): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function giveBack(): void {
  const next = waiting.shift();
  if (next) next();
  else free += 1;
}

/** Runs the work once fewer than the allowed number are running. */
export async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  await take();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
