import { useCallback, useEffect, useRef, useState } from 'react';
import type { InputProblem } from './field-errors.ts';
import { createInputChecker, type InputChecker } from './input-checker-input-input-checker.ts';

const NONE: readonly InputProblem[] = [];
/** After the last key. */
const PAUSE_MS = 200;

export interface InputProblems {
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
