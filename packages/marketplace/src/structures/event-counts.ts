/**
 * Counts events by name, for as long as the process runs. Every name is there from the start, at
 * zero; an event costs one addition and no allocation.
 */
export function createEventCounts<Name extends string>(names: readonly Name[]) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return {
    counts: counts as Readonly<Record<Name, number>>,
    add(name: Name, events = 1): void {
      counts[name] += events;
    },
  };
}

export type EventCounts<Name extends string> = ReturnType<typeof createEventCounts<Name>>;
