import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let ended = false;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Whether the server has refused the session while a page was in use. The page stays as it is, with
 * what was typed into it, until its user has signed in again.
 */
export const sessionEnded = {
  get: () => ended,
  set(value: boolean): void {
    ended = value;
    for (const listener of listeners) listener();
  },
};

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, sessionEnded.get);
