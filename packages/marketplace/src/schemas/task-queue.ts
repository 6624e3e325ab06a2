import { createBoundedMap } from '../concurrency/bounded-map.ts';

/** The time that a group has used counts half after this long. */
const HALF_LIFE_MS = 10_000;
/** Groups whose times differ by less than this take turns. */
const TIE_MS = 250;
const MAX_TRACKED_GROUPS = 1_000;

interface Spent {
  ms: number;
  atMs: number;
}

interface Lanes<Item> {
  urgent: Item[];
  normal: Item[];
}

export interface Taken<Item> {
  group: string;
  item: Item;
}

/**
 * A queue of items for the schema processes, with at most one running item per group. The group
 * that used the least time recently comes first; groups that used about the same take turns. So
 * accounts with slow schemas wait behind all others, however many of them there are.
 */
export function createTaskQueue<Item>(maxPerGroup: number) {
  const waiting = new Map<string, Lanes<Item>>();
  const running = new Set<string>();
  const spent = createBoundedMap<Spent>({ max: MAX_TRACKED_GROUPS });

  function spentMs(group: string, nowMs: number): number {
    const known = spent.get(group);
    return known ? known.ms * 2 ** ((known.atMs - nowMs) / HALF_LIFE_MS) : 0;
  }

  function cheapestGroup(nowMs: number, mayRun: (group: string) => boolean) {
    let cheapest: string | undefined;
    let least = Infinity;
    for (const group of waiting.keys()) {
      if (running.has(group) || !mayRun(group)) continue;
      const cost = Math.floor(spentMs(group, nowMs) / TIE_MS);
      if (cost < least) [cheapest, least] = [group, cost];
      if (least === 0) break;
    }
    return cheapest;
  }

  return {
    /** Returns false if too many items of this group are already waiting. */
    add(group: string, item: Item, urgent: boolean): boolean {
      const lanes = waiting.get(group) ?? { urgent: [], normal: [] };
      if (lanes.urgent.length + lanes.normal.length >= maxPerGroup) return false;
      (urgent ? lanes.urgent : lanes.normal).push(item);
      waiting.set(group, lanes);
      return true;
    },
    /** Removes the next item of a group that may run; the group gets no other item until `done`. */
    take(nowMs: number, mayRun: (group: string) => boolean): Taken<Item> | undefined {
      const group = cheapestGroup(nowMs, mayRun);
      const lanes = group === undefined ? undefined : waiting.get(group);
      if (group === undefined || !lanes) return undefined;
      const item = lanes.urgent.shift() ?? lanes.normal.shift();
      waiting.delete(group);
      // Moves the group behind the others, so that groups take turns.
      if (lanes.urgent.length + lanes.normal.length > 0) waiting.set(group, lanes);
      if (item === undefined) return undefined;
      running.add(group);
      return { group, item };
    },
    done(group: string, tookMs: number, nowMs: number): void {
      running.delete(group);
      const ms = spentMs(group, nowMs) + tookMs;
      spent.set(group, { ms, atMs: nowMs });
    },
    /** Removes an item that no longer waits; returns false if it was already taken. */
    remove(group: string, item: Item): boolean {
      const lanes = waiting.get(group);
      for (const lane of lanes ? [lanes.urgent, lanes.normal] : []) {
        const index = lane.indexOf(item);
        if (index === -1) continue;
        lane.splice(index, 1);
        if (lanes && lanes.urgent.length + lanes.normal.length === 0) waiting.delete(group);
        return true;
      }
      return false;
    },
    hasReady: () => [...waiting.keys()].some((group) => !running.has(group)),
    removeAll(): Item[] {
      const all = [...waiting.values()].flatMap(({ urgent, normal }) => [...urgent, ...normal]);
      waiting.clear();
      return all;
    },
  };
}
