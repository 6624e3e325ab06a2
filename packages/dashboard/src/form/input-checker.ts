import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckReply, CheckRequest } from './check-input.ts';
import type { InputProblem } from './field-errors.ts';

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

interface InputChecker {
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

const NONE: readonly InputProblem[] = [];
/** After the last key. */
const PAUSE_MS = 200;

interface InputProblems {
  problems: readonly InputProblem[];
  /** Checks the input now, and from then on whenever it changes. Whether it may be sent. */
  check: () => Promise<boolean>;
  isChecking: boolean;
}

function useChecker(): () => InputChecker {
  const checker = useRef<InputChecker>(undefined);
  useEffect(
    () => () => {
      checker.current?.close();
      checker.current = undefined;
    },
    [],
  );
  return useCallback(() => (checker.current ??= createInputChecker()), []);
}

/** What is wrong with an input by a schema, both JSON text, once it was tried to send it. */
export function useInputProblems(schema: string | undefined, input: string): InputProblems {
  const checker = useChecker();
  const [problems, setProblems] = useState(NONE);
  const [isTried, setTried] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useEffect(() => {
    if (!isTried || schema === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void checker()
        .check(schema, input)
        .then((found) => isCurrent && setProblems(found ?? NONE));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [checker, schema, input, isTried]);
  const check = async () => {
    if (schema === undefined) return true;
    setChecking(true);
    const found = (await checker().check(schema, input)) ?? NONE;
    // If the user has left the page in the meantime, nothing is bought.
    if (!isShown.current) return false;
    setChecking(false);
    setProblems(found);
    setTried(true);
    return found.length === 0;
  };
  return { problems, check, isChecking };
}

/** What is wrong with a schema as it is typed; nothing while it is not JSON. */
export function useSchemaProblems(schema: string | undefined): readonly InputProblem[] {
  const checker = useChecker();
  const [found, setFound] = useState<{ schema: string; problems: readonly InputProblem[] }>();
  useEffect(() => {
    if (schema === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void checker()
        .check(schema)
        .then((problems) => isCurrent && setFound({ schema, problems: problems ?? NONE }));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [checker, schema]);
  return found !== undefined && found.schema === schema ? found.problems : NONE;
}
