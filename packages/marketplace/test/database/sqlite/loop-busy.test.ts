// How busy the event loop is, which decides how long a commit collects writes.
import { describe, expect, it } from 'vitest';
import { createLoopBusyCheck } from '../../../src/database/sqlite/writer.ts';

describe('the load of the event loop', () => {
  function open() {
    const times = { idle: 0, active: 0 };
    const isBusy = createLoopBusyCheck(() => ({ ...times }));
    const pass = (idle: number, active: number) => {
      times.idle += idle;
      times.active += active;
      return isBusy();
    };
    return pass;
  }

  it('is measured over windows of at least 20 ms', () => {
    const pass = open();
    expect(pass(0, 10)).toBe(false);
    expect(pass(0, 10)).toBe(true);
    expect(pass(10, 0)).toBe(true);
    expect(pass(10, 0)).toBe(false);
    expect(pass(2, 18)).toBe(true);
    expect(pass(4, 16)).toBe(false);
  });
});
