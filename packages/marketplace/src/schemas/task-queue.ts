import { createBoundedMap } from '../structures/bounded-map.ts';

/** The time that a group has used counts half after this long. */
const HALF_LIFE_MS = 10_000;
/** Groups whose times differ by less than this take turns. */
const TIE_MS = 250;
const MAX_TRACKED_GROUPS = 1_000;

interface Spent {
  ms: number;
  atMs: number;
}

export interface Entry<Item> {
  group: string;
  /** A second group that must not have a running item either. */
  beside?: string | undefined;
  item: Item;
}

interface Lanes<Item> {
  urgent: Entry<Item>[];
  normal: Entry<Item>[];
}

/**
 * A queue of items for the schema processes, with at most one running item per group. The group
 * that used the least time recently comes first; groups that used about the same take turns. So
 * accounts that send slow inputs wait behind all others, however many of them there are.
 */
export function createTaskQueue<Item>(maxPerGroup: number) {
  const waiting = new Map<string, Lanes<Item>>();
  const running = new Set<string>();
  const spent = createBoundedMap<Spent>({ max: MAX_TRACKED_GROUPS });

  function spentMs(group: string, nowMs: number): number {
    const known = spent.get(group);
    return known ? known.ms * 2 ** ((known.atMs - nowMs) / HALF_LIFE_MS) : 0;
  }

  const isFree = ({ group, beside }: Entry<Item>) =>
    !running.has(group) && (beside === undefined || !running.has(beside));

  /** A group's first item that may run: an item that waits for a second group does not block the others. */
  function firstOf({ urgent, normal }: Lanes<Item>, mayRun: (entry: Entry<Item>) => boolean) {
    for (const lane of [urgent, normal]) {
      const entry = lane.find((each) => isFree(each) && mayRun(each));
      if (entry) return { lane, entry };
    }
    return undefined;
  }

  function cheapest(nowMs: number, mayRun: (entry: Entry<Item>) => boolean) {
    let found: ReturnType<typeof firstOf>;
    let least = Infinity;
    for (const [group, lanes] of waiting) {
      if (running.has(group)) continue;
      const cost = Math.floor(spentMs(group, nowMs) / TIE_MS);
      if (cost >= least) continue;
      const first = firstOf(lanes, mayRun);
      if (first) [found, least] = [first, cost];
      if (least === 0) break;
    }
    return found;
  }

  return {
    /** Returns false if too many items of this group are already waiting. */
    add(entry: Entry<Item>, urgent: boolean): boolean {
      const { group } = entry;
      const lanes = waiting.get(group) ?? { urgent: [], normal: [] };
      if (lanes.urgent.length + lanes.normal.length >= maxPerGroup) return false;
      (urgent ? lanes.urgent : lanes.normal).push(entry);
      waiting.set(group, lanes);
      return true;
    },
    /** Removes the next item that may run; its groups get no other item until `done`. */
    take(nowMs: number, mayRun: (entry: Entry<Item>) => boolean): Entry<Item> | undefined {
      const found = cheapest(nowMs, mayRun);
      if (!found) return undefined;
      const { lane, entry } = found;
      const { group, beside } = entry;
      lane.splice(lane.indexOf(entry), 1);
      const lanes = waiting.get(group);
      waiting.delete(group);
      // Moves the group behind the others, so that groups take turns.
      if (lanes && lanes.urgent.length + lanes.normal.length > 0) waiting.set(group, lanes);
      running.add(group);
      if (beside !== undefined) running.add(beside);
      return entry;
    },
    /** The time is charged to the group alone. */
    done({ group, beside }: Entry<Item>, tookMs: number, nowMs: number): void {
      running.delete(group);
      if (beside !== undefined) running.delete(beside);
      const ms = spentMs(group, nowMs) + tookMs;
      spent.set(group, { ms, atMs: nowMs });
    },
    /** Removes an item that no longer waits; returns false if it was already taken. */
    remove(group: string, item: Item): boolean {
      const lanes = waiting.get(group);
      for (const lane of lanes ? [lanes.urgent, lanes.normal] : []) {
        const index = lane.findIndex((entry) => entry.item === item);
        if (index === -1) continue;
        lane.splice(index, 1);
        if (lanes && lanes.urgent.length + lanes.normal.length === 0) waiting.delete(group);
        return true;
      }
      return false;
    },
    hasReady: () => [...waiting.values()].some((lanes) => firstOf(lanes, () => true)),
    removeAll(): Item[] {
      const all = [...waiting.values()].flatMap(({ urgent, normal }) => [...urgent, ...normal]);
      waiting.clear();
      return all.map(({ item }) => item);
    },
  };
}
