import { LIMITS, type Detail } from '@mkt/protocol';

const MAX_PATH = 200;

/** Collects what is wrong with a schema, as details whose paths start with `path`. */
export interface Problems {
  add(pointer: string, message: string, keyword?: string): void;
  readonly details: Detail[];
  /** The list is full; further problems are ignored. */
  readonly full: boolean;
}

export function collectProblems(path: string): Problems {
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
