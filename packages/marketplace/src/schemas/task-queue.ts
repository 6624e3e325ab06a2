import { createBoundedMap } from '../concurrency/bounded-map.ts';

/** A group's time counts half of what it did after this long. */
const HALF_LIFE_MS = 10_000;
/** Groups whose time differs by less than this take turns. */
const SAME_MS = 250;
const MAX_REMEMBERED = 1_000;

interface Spent {
  ms: number;
  atMs: number;
}

interface Waiting<Item> {
  urgent: Item[];
  usual: Item[];
}

export interface Taken<Item> {
  group: string;
  item: Item;
}

/**
 * Items that wait for a process, by group: one item of a group at a time. Of the groups that wait
 * the one comes first that used the least time of late; those that used about as much take turns.
 * So accounts whose schemas are slow wait behind all others, however many such accounts there are.
 */
export function createTaskQueue<Item>(maxPerGroup: number) {
  const waiting = new Map<string, Waiting<Item>>();
  const running = new Set<string>();
  const spent = createBoundedMap<Spent>({ max: MAX_REMEMBERED });

  function spentMs(group: string, nowMs: number): number {
    const known = spent.get(group);
    return known ? known.ms * 2 ** ((known.atMs - nowMs) / HALF_LIFE_MS) : 0;
  }

  function cheapestGroup(nowMs: number, mayRun: (group: string) => boolean) {
    let cheapest: string | undefined;
    let least = Infinity;
    for (const group of waiting.keys()) {
      if (running.has(group) || !mayRun(group)) continue;
      const cost = Math.floor(spentMs(group, nowMs) / SAME_MS);
      if (cost < least) [cheapest, least] = [group, cost];
      if (least === 0) break;
    }
    return cheapest;
  }

  return {
    /** False when too many of this group wait already. */
    add(group: string, item: Item, urgent: boolean): boolean {
      const lanes = waiting.get(group) ?? { urgent: [], usual: [] };
      if (lanes.urgent.length + lanes.usual.length >= maxPerGroup) return false;
      (urgent ? lanes.urgent : lanes.usual).push(item);
      waiting.set(group, lanes);
      return true;
    },
    /** The next item of a group that may run; it has no other until `done`. */
    take(nowMs: number, mayRun: (group: string) => boolean): Taken<Item> | undefined {
      const group = cheapestGroup(nowMs, mayRun);
      const lanes = group === undefined ? undefined : waiting.get(group);
      if (group === undefined || !lanes) return undefined;
      const item = lanes.urgent.shift() ?? lanes.usual.shift();
      waiting.delete(group);
      // Behind the others: groups take turns.
      if (lanes.urgent.length + lanes.usual.length > 0) waiting.set(group, lanes);
      if (item === undefined) return undefined;
      running.add(group);
      return { group, item };
    },
    done(group: string, tookMs: number, nowMs: number): void {
      running.delete(group);
      const ms = spentMs(group, nowMs) + tookMs;
      spent.set(group, { ms, atMs: nowMs });
    },
    /** Takes an item out that waits no longer; false when it has been taken. */
    remove(group: string, item: Item): boolean {
      const lanes = waiting.get(group);
      for (const lane of lanes ? [lanes.urgent, lanes.usual] : []) {
        const index = lane.indexOf(item);
        if (index === -1) continue;
        lane.splice(index, 1);
        if (lanes && lanes.urgent.length + lanes.usual.length === 0) waiting.delete(group);
        return true;
      }
      return false;
    },
    hasReady: () => [...waiting.keys()].some((group) => !running.has(group)),
    removeAll(): Item[] {
      const all = [...waiting.values()].flatMap(({ urgent, usual }) => [...urgent, ...usual]);
      waiting.clear();
      return all;
    },
  };
}
