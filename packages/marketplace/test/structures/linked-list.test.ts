// The list of members that are added and removed with every request.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LinkedList } from '../../src/structures/collections.ts';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('a linked list', () => {
  it('keeps its members in insertion order', () => {
    const list = new LinkedList<string>();
    const [, leave] = ['a', 'b', 'c'].map((each) => list.add(each));
    expect([...list]).toEqual(['a', 'b', 'c']);
    leave?.();
    expect([...list]).toEqual(['a', 'c']);
    list.add('d');
    expect([...list]).toEqual(['a', 'c', 'd']);
    expect(list.size).toBe(3);
  });

  it.each([
    ['first', 0, ['b', 'c']],
    ['last', 2, ['a', 'b']],
  ])('removes the %s, and accepts others afterwards', (_, index, left) => {
    const list = new LinkedList<string>();
    ['a', 'b', 'c'].map((each) => list.add(each))[index]?.();
    expect([...list]).toEqual(left);
    list.add('d');
    expect([...list]).toEqual([...left, 'd']);
  });

  it('removes a member only once', () => {
    const list = new LinkedList<string>();
    const leave = list.add('a');
    list.add('b');
    leave();
    leave();
    expect(list.size).toBe(1);
    expect([...list]).toEqual(['b']);
  });

  it('skips members that are removed during an iteration', () => {
    const list = new LinkedList<string>();
    list.add('a');
    const leave = list.add('b');
    const visited: string[] = [];
    for (const each of list) {
      visited.push(each);
      leave();
    }
    expect(visited).toEqual(['a']);
  });

  it('keeps no removed member alive, not even through an earlier removed one', async () => {
    const list = new LinkedList<object>();
    const refs: WeakRef<object>[] = [];
    // Kept alive, as an old node is until the whole heap is collected.
    const leaves = Array.from({ length: 100 }, () => {
      const member = {};
      refs.push(new WeakRef(member));
      return list.add(member);
    });
    for (const leave of leaves) leave();
    // A WeakRef keeps its target alive until the end of the turn that created it.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(refs.filter((ref) => ref.deref() !== undefined)).toEqual([]);
    expect(leaves).toHaveLength(100);
  });
});
