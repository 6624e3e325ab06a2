import type { BacktrackingEngine } from '../src/index.ts';

/** JavaScript's own engine, for patterns and texts that do not hang it. */
export const nativeEngine: BacktrackingEngine = (pattern) => {
  const compiled = new RegExp(pattern, 'u');
  return (text) => compiled.test(text);
};
