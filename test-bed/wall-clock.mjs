// Preloaded into a real process (`NODE_OPTIONS=--import=…`), as `date --set` would do it: the wall clock is
// ahead by the milliseconds in the file that `WALL_CLOCK_FILE` names. The monotonic clock and timers are
// as they were.
import { readFileSync } from 'node:fs';

const REREAD_MS = 20;
const { WALL_CLOCK_FILE: file = '' } = process.env;
const SystemDate = Date;
let aheadMs = 0;
let readAtMs = -Infinity;

function now() {
  const atMs = performance.now();
  if (atMs - readAtMs > REREAD_MS) {
    readAtMs = atMs;
    aheadMs = Number(readFileSync(file, 'utf8'));
  }
  return SystemDate.now() + aheadMs;
}

// eslint-disable-next-line no-restricted-globals -- replaces it for the whole process
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new SystemDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
