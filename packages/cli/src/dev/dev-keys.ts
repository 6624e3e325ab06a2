import type { Shell } from '../terminal/shell.ts';

/** The keys of `mkt dev`, and what each does. */
const KEYS = {
  r: 'run the example as a buyer',
  o: 'open the dashboard',
  h: 'help',
  q: 'quit',
} as const;

export type DevKey = keyof typeof KEYS;

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** One line: `r run the example as a buyer · o open the dashboard · …`. */
export const keysLine = (): string =>
  Object.entries(KEYS)
    .map(([key, what]) => `${key} ${what}`)
    .join(' · ');

type RawInput = Shell['stdin'] & { setRawMode?: (isRaw: boolean) => unknown };

/**
 * Reads single keys of a terminal. In raw mode Ctrl-C is a key as well, and quits. Returns a function
 * that gives the terminal back.
 */
export function readKeys(stdin: Shell['stdin'], onKey: (key: DevKey) => void): () => void {
  const input: RawInput = stdin;
  const onData = (chunk: Buffer | string) => {
    for (const character of chunk.toString()) {
      const key = character === '?' ? 'h' : character.toLowerCase();
      if (character === CTRL_C || character === CTRL_D) onKey('q');
      else if (Object.hasOwn(KEYS, key)) onKey(key as DevKey);
    }
  };
  // The terminal was closed; a signal follows.
  const onError = () => {};
  input.setRawMode?.(true);
  input.on('data', onData).on('error', onError).resume();
  return () => {
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
  };
}
