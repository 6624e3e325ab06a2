import { LIMITS, type Detail } from '@mkt/protocol';

const MAX_PATH = 200;

/** Collects what is wrong with a schema, as details whose paths start with `path`. */
export interface Faults {
  add(pointer: string, message: string, keyword?: string): void;
  readonly details: Detail[];
  /** The list is full; further faults are ignored. */
  readonly full: boolean;
}

export function collectFaults(path: string): Faults {
  const details: Detail[] = [];
  return {
    details,
    get full() {
      return details.length >= LIMITS.details;
    },
    add(pointer, message, keyword) {
      if (details.length >= LIMITS.details) return;
      const at = (path + pointer).slice(0, MAX_PATH).toWellFormed();
      details.push({ path: at, message, ...(keyword ? { keyword } : {}) });
    },
  };
}
