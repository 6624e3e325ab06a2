// Security rules: lists of different readers take turns, and what waits has a limit.
import { describe, expect, it } from 'vitest';
import { DisconnectSource, type Disconnect } from '../../src/concurrency/disconnect.ts';
import { createReadTurns } from '../../src/sql/read-turns.ts';

/** Work that ends when it is told to. */
function work() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const cuts = new Map<string, Disconnect>();
  return {
    begun,
    cuts,
    named: (name: string) => (cut: Disconnect) =>
      new Promise<string>((resolve) => {
        begun.push(name);
        cuts.set(name, cut);
        ends.set(name, () => resolve(name));
      }),
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const OVERLOADED = { type: 'overloaded' };

describe('lists in turns', () => {
  it('are read one reader after the other, however many one has asked for', async () => {
    const turns = createReadTurns({ slots: 1 });
    const { begun, named, end } = work();
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => turns.run({ name: 'a' }, named(name))),
      turns.run({ name: 'b' }, named('b1')),
      turns.run({ name: 'c' }, named('c1')),
      turns.run({ name: 'b' }, named('b2')),
    ];
    for (let n = 0; n < all.length; n++) await end(begun.at(-1) ?? '');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  it('of one reader are never more than one at once, whatever is free', async () => {
    const turns = createReadTurns({ slots: 3 });
    const { begun, named, end } = work();
    void turns.run({ name: 'a' }, named('a1'));
    void turns.run({ name: 'a' }, named('a2'));
    void turns.run({ name: 'b' }, named('b1'));
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('are refused when one reader, or all together, have too many waiting', async () => {
    const turns = createReadTurns({ slots: 1, perReader: 2, inAll: 3 });
    const { named } = work();
    const run = (name: string) => turns.run({ name }, named(name));
    void run('first');
    void run('a');
    void run('a');
    await expect(run('a')).rejects.toMatchObject(OVERLOADED);
    void run('b');
    await expect(run('c')).rejects.toMatchObject(OVERLOADED);
  });

  it('that wait too long are refused, and never begin', async () => {
    const turns = createReadTurns({ slots: 1, waitMs: 20 });
    const { begun, named, end } = work();
    void turns.run({ name: 'a' }, named('a'));
    await expect(turns.run({ name: 'b' }, named('b'))).rejects.toMatchObject(OVERLOADED);
    await end('a');
    expect(begun).toEqual(['a']);
  });

  it('that take too long are refused and told to stop; the place is free once they did', async () => {
    const turns = createReadTurns({ slots: 1, budgetMs: 20 });
    const { begun, cuts, named, end } = work();
    const slow = turns.run({ name: 'a' }, named('slow'));
    const next = turns.run({ name: 'b' }, named('next'));
    await expect(slow).rejects.toMatchObject(OVERLOADED);
    expect(cuts.get('slow')?.happened).toBe(true);
    expect(begun).toEqual(['slow']);
    await end('slow');
    await end('next');
    expect(await next).toBe('next');
  });

  it('whose caller has gone are cut off, and those that waited never begin', async () => {
    const turns = createReadTurns({ slots: 1 });
    const { begun, cuts, named, end } = work();
    const [disconnect, other] = [new DisconnectSource(), new DisconnectSource()];
    const first = turns.run({ name: 'a', disconnect }, named('first'));
    const second = turns.run({ name: 'b', disconnect: other }, named('second'));
    other.trigger();
    await expect(second).rejects.toMatchObject(OVERLOADED);
    disconnect.trigger();
    await expect(first).rejects.toMatchObject(OVERLOADED);
    expect(cuts.get('first')?.happened).toBe(true);
    await end('first');
    expect(begun).toEqual(['first']);
    await expect(turns.run({ name: 'a', disconnect }, named('late'))).rejects.toMatchObject(
      OVERLOADED,
    );
  });

  it('go on after one that failed', async () => {
    const turns = createReadTurns({ slots: 1 });
    const fails = () => Promise.reject(new Error('disk'));
    await expect(turns.run({ name: 'a' }, fails)).rejects.toThrow('disk');
    expect(await turns.run({ name: 'a' }, () => Promise.resolve(1))).toBe(1);
  });
});
