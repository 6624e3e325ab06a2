// docs/reference/limits.md#shares: lists of different readers take turns, and the number of waiting lists is limited.
import { describe, expect, it, onTestFinished } from 'vitest';
import { DisconnectSource, type Disconnect } from '../../src/structures/async.ts';
import { withoutTurns } from '../../src/database/engine.ts';
import { createListQueue } from '../../src/database/list-queue.ts';
import { readClock } from '../../src/database/operation.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import { ENGINES } from './engines.ts';

/** Work that the test ends; what is left at its end is ended then. */
function work() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const cancellations = new Map<string, Disconnect>();
  async function end(name: string) {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Otherwise it would be refused as overloaded in the middle of a later test.
  onTestFinished(async () => {
    for (let at = 0; at < started.length; at++) await end(started[at] ?? '');
  });
  return {
    started,
    cancellations,
    named: (name: string) => (cancelled: Disconnect) =>
      new Promise<string>((resolve) => {
        started.push(name);
        cancellations.set(name, cancelled);
        ends.set(name, () => resolve(name));
      }),
    end,
  };
}

const OVERLOADED = { type: 'overloaded' };

describe('the list queue', () => {
  it('alternates between readers, however many lists one of them requests', async () => {
    const lists = createListQueue({ slots: 1 });
    const { started, named, end } = work();
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => lists.run({ name: 'a' }, named(name))),
      lists.run({ name: 'b' }, named('b1')),
      lists.run({ name: 'c' }, named('c1')),
      lists.run({ name: 'b' }, named('b2')),
    ];
    for (let n = 0; n < all.length; n++) await end(started.at(-1) ?? '');
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  it('gives readers of a group one turn together, which they take in turns', async () => {
    const lists = createListQueue({ slots: 1 });
    const { started, named, end } = work();
    const run = (name: string, title: string, group?: string) =>
      lists.run({ name, group }, named(title));
    const all = [
      run('ann', 'ann 1'),
      ...[1, 2, 3].map((n) => run(`address ${n}`, `anonymous ${n}`, 'anonymous')),
      run('address 1', 'anonymous 1 again', 'anonymous'),
      run('ann', 'ann 2'),
      run('ann', 'ann 3'),
      run('ben', 'ben 1'),
    ];
    for (let n = 0; n < all.length; n++) await end(started.at(-1) ?? '');
    expect(started).toEqual([
      'ann 1',
      'anonymous 1',
      'ann 2',
      'ben 1',
      'anonymous 2',
      'ann 3',
      'anonymous 3',
      'anonymous 1 again',
    ]);
  });

  it('runs one list of a group at a time, even with free slots', () => {
    const lists = createListQueue({ slots: 3 });
    const { started, named } = work();
    for (const name of ['a', 'b']) void lists.run({ name, group: 'anonymous' }, named(name));
    void lists.run({ name: 'ann' }, named('ann'));
    expect(started).toEqual(['a', 'ann']);
  });

  it('runs one list of a reader at a time, even with free slots', async () => {
    const lists = createListQueue({ slots: 3 });
    const { started, named, end } = work();
    void lists.run({ name: 'a' }, named('a1'));
    void lists.run({ name: 'a' }, named('a2'));
    void lists.run({ name: 'b' }, named('b1'));
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('refuses lists when one reader or all readers have too many waiting', async () => {
    const lists = createListQueue({ slots: 1, maxWaitingPerReader: 2, maxWaiting: 3 });
    const { named } = work();
    const run = (name: string) => lists.run({ name }, named(name));
    void run('first');
    void run('a');
    void run('a');
    await expect(run('a')).rejects.toMatchObject(OVERLOADED);
    void run('b');
    await expect(run('c')).rejects.toMatchObject(OVERLOADED);
  });

  it('leaves half of the places to wait to others than the readers of a group', async () => {
    const lists = createListQueue({ slots: 1, maxWaiting: 4 });
    const { started, named, end } = work();
    const anonymous = (n: number) =>
      lists.run({ name: `address ${n}`, group: 'anonymous' }, named(`anonymous ${n}`));
    for (const n of [1, 2, 3]) void anonymous(n);
    await expect(anonymous(4)).rejects.toMatchObject(OVERLOADED);
    for (const name of ['ann', 'ben']) void lists.run({ name }, named(name));
    await expect(lists.run({ name: 'cat' }, named('cat'))).rejects.toMatchObject(OVERLOADED);
    for (let n = 0; n < 5; n++) await end(started.at(-1) ?? '');
    void anonymous(5);
    expect(started.toSorted()).toEqual([
      'ann',
      ...[1, 2, 3, 5].map((n) => `anonymous ${n}`),
      'ben',
    ]);
  });

  it('refuses a list that waits too long and never starts it', async () => {
    const lists = createListQueue({ slots: 1, maxWaitMs: 20 });
    const { started, named, end } = work();
    void lists.run({ name: 'a' }, named('a'));
    await expect(lists.run({ name: 'b' }, named('b'))).rejects.toMatchObject(OVERLOADED);
    await end('a');
    expect(started).toEqual(['a']);
  });

  it('cancels a list that runs too long and frees its slot once it has stopped', async () => {
    const lists = createListQueue({ slots: 1, maxRunMs: 20 });
    const { started, cancellations, named, end } = work();
    const slow = lists.run({ name: 'a' }, named('slow'));
    const next = lists.run({ name: 'b' }, named('next'));
    await expect(slow).rejects.toMatchObject(OVERLOADED);
    expect(cancellations.get('slow')?.happened).toBe(true);
    expect(started).toEqual(['slow']);
    await end('slow');
    await end('next');
    expect(await next).toBe('next');
  });

  it('cancels a list whose caller disconnects and never starts a waiting one', async () => {
    const lists = createListQueue({ slots: 1 });
    const { started, cancellations, named, end } = work();
    const [disconnect, other] = [new DisconnectSource(), new DisconnectSource()];
    const first = lists.run({ name: 'a', disconnect }, named('first'));
    const second = lists.run({ name: 'b', disconnect: other }, named('second'));
    other.trigger();
    await expect(second).rejects.toMatchObject(OVERLOADED);
    disconnect.trigger();
    await expect(first).rejects.toMatchObject(OVERLOADED);
    expect(cancellations.get('first')?.happened).toBe(true);
    await end('first');
    expect(started).toEqual(['first']);
    await expect(lists.run({ name: 'a', disconnect }, named('late'))).rejects.toMatchObject(
      OVERLOADED,
    );
  });

  it('continues after a list that fails', async () => {
    const lists = createListQueue({ slots: 1 });
    const fails = () => Promise.reject(new Error('disk'));
    await expect(lists.run({ name: 'a' }, fails)).rejects.toThrow('disk');
    expect(await lists.run({ name: 'a' }, () => Promise.resolve(1))).toBe(1);
  });
});

describe.each(ENGINES)('lists on $name', ({ open }) => {
  const MANY = 500;

  it('are refused while too many wait, but not in a command, which takes no turns', async () => {
    const { engine, clock } = await open();
    const listed = (from: typeof engine) =>
      Promise.allSettled(
        Array.from({ length: MANY }, () => from.list(readClock, undefined, OPERATOR)),
      );
    const refused = (await listed(engine)).filter(({ status }) => status === 'rejected');
    expect(refused).not.toEqual([]);
    const read = Array.from({ length: MANY }, () => ({ status: 'fulfilled', value: clock.now() }));
    expect(await listed(withoutTurns(engine))).toEqual(read);
  });
});
