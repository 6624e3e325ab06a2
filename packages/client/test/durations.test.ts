import { durationMs } from '@mkt/client';
import { describe, expect, it } from 'vitest';

describe('a duration', () => {
  it.each([
    [0, 0],
    [250, 250],
    ['0s', 0],
    ['500ms', 500],
    ['10s', 10_000],
    ['1.5s', 1_500],
    ['1m', 60_000],
    ['2h', 7_200_000],
  ])('%j is %i ms', (duration, ms) => {
    expect(durationMs(duration as string)).toBe(ms);
  });

  it.each([
    '',
    '10',
    's',
    '-1s',
    '1e3s',
    '1 s',
    '1d',
    '10S',
    '1h30m',
    '99999h',
    -1,
    Number.NaN,
    Infinity,
  ])('rejects %j and names the accepted forms', (duration) => {
    expect(() => durationMs(duration as string, 'timeout')).toThrow(
      /^timeout must be a number of milliseconds or a string such as '500ms'/,
    );
  });
});
