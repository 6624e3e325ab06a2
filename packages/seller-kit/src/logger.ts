/** Where the kit logs what callers must not see. `console` is a valid logger. */
export interface Logger {
  /** What is in order, such as an unsigned call that was refused. Without it that is not logged. */
  info?(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Reads `console` on each call, so that a replacement is used. */
export const consoleLogger: Logger = {
  // oxlint-disable-next-line no-console -- the default logger is the console
  info: (message) => console.info(message),
  // oxlint-disable-next-line no-console -- the default logger is the console
  warn: (message) => console.warn(message),
  error(message, error) {
    // oxlint-disable-next-line no-console -- the default logger is the console
    console.error(message, ...(error === undefined ? [] : [error]));
  },
};
