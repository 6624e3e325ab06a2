const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first termination signal; a second one ends the process immediately. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let seen = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (seen) process.exit(130);
        seen = true;
        resolve();
      });
    }
  });
}
