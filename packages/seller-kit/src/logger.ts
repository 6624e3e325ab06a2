/** Where the kit reports what the caller must not see. `console` is one. */
export interface Logger {
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Looked up at each call, so that a console that was replaced later is the one written to. */
export const consoleLogger: Logger = {
  // oxlint-disable-next-line no-console -- the kit's default log is the console
  warn: (message) => console.warn(message),
  error(message, error) {
    // oxlint-disable-next-line no-console -- the kit's default log is the console
    console.error(message, ...(error === undefined ? [] : [error]));
  },
};
