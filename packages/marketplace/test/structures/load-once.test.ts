import { describe, expect, it } from 'vitest';
import { loadOnce } from '../../src/structures/async.ts';

describe('a value that is loaded once', () => {
  it('is the same for all calls, also for those that come while it is loading', async () => {
    let loads = 0;
    const loaded = loadOnce(async () => ({ load: ++loads }));
    const [first, second] = await Promise.all([loaded(), loaded()]);
    expect(first).toEqual({ load: 1 });
    expect(second).toBe(first);
    expect(await loaded()).toBe(first);
  });

  it('is loaded again after a failure, which only the calls that waited for it see', async () => {
    let loads = 0;
    const loaded = loadOnce(async () => {
      loads += 1;
      if (loads === 1) throw new Error('too many open files');
      return loads;
    });
    const failed = await Promise.allSettled([loaded(), loaded()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await loaded(), await loaded()]).toEqual([2, 2]);
  });
});
