import type { CheckReply, CheckRequest } from './check-input.ts';

/** Reading a schema and validating an input take less, even on a slow phone. */
const LIMIT_MS = 2_000;

type Problems = CheckReply['problems'];

/** The part of a `Worker` that is used. */
export interface CheckWorker {
  postMessage(request: CheckRequest): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<CheckReply>) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export interface InputChecker {
  /**
   * What is wrong with an input (JSON text) by a schema (JSON text); without an input, what is wrong
   * with the schema. `undefined` if that cannot be found out in time: the marketplace decides then.
   */
  check(schema: string, input?: string): Promise<Problems>;
  close(): void;
}

const openWorker = (): CheckWorker =>
  new Worker(new URL('./input-worker.ts', import.meta.url), { type: 'module' });

/** Checks inputs in a worker, which is ended when it takes longer than `limitMs`. */
export function createInputChecker(open = openWorker, limitMs = LIMIT_MS): InputChecker {
  let worker: CheckWorker | undefined;
  let last = 0;
  const waiting = new Map<number, (problems: Problems) => void>();
  const tooSlow = new Set<string>();

  function end(): void {
    worker?.terminate();
    worker = undefined;
    for (const give of waiting.values()) give(undefined);
    waiting.clear();
  }

  function started(): CheckWorker {
    const opened = open();
    opened.addEventListener('message', ({ data }) => {
      waiting.get(data.id)?.(data.problems);
      waiting.delete(data.id);
    });
    opened.addEventListener('error', end);
    return opened;
  }

  return {
    check(schema, input) {
      if (tooSlow.has(schema)) return Promise.resolve(undefined);
      worker ??= started();
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<Problems>();
      const timer = setTimeout(() => {
        // The next key must not start it again.
        tooSlow.add(schema);
        end();
      }, limitMs);
      waiting.set(id, (problems) => {
        clearTimeout(timer);
        resolve(problems);
      });
      worker.postMessage({ id, schema, input });
      return promise;
    },
    close: end,
  };
}
