import type { SalesStats } from '@mkt/client';
import { useMemo, useState } from 'react';
import { placeInWords, startInWords } from './traffic-words.ts';

const SECOND_MS = 1_000;

/** The hours or days of a chart, and what they are called. */
export interface Places {
  times: readonly number[];
  formatTime: (seconds: number) => string;
  formatPlace: (seconds: number) => string;
}

/** The places of a chart. Its last hour or day has only begun, unless the period `isOver`. */
export const usePlaces = (
  by: SalesStats['by'],
  data: readonly { start?: string; day?: string }[],
  isOver = false,
): Places =>
  useMemo(() => {
    const times = data.map(({ start, day }) => Date.parse(start ?? day ?? '') / SECOND_MS);
    const open = isOver ? undefined : times.at(-1);
    const startOf = (seconds: number) => new Date(seconds * SECOND_MS).toISOString();
    return {
      times,
      formatTime: (seconds: number) =>
        by === 'day' && seconds === open ? 'Today' : startInWords(startOf(seconds), by),
      formatPlace: (seconds: number) =>
        `${placeInWords(startOf(seconds), by)}${seconds === open ? ', so far' : ''}`,
    };
  }, [by, data, isOver]);

/** Where the charts of a card are read: at the same hour or day in all of them. */
export interface Cursor {
  at: number | null;
  onAt: (index: number | null) => void;
}

/** A cursor for the charts of a card. */
export function useCursor(): Cursor {
  const [at, onAt] = useState<number | null>(null);
  return { at, onAt };
}
