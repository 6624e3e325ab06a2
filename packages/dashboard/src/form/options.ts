import type { Field } from './drawing.ts';
import { unshownPlace } from './input-view.ts';

type Members = Readonly<Record<string, unknown>>;

export const isMembers = (data: unknown): data is Members =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** Whether data is of the kind of an option: its fields can show it, and it has no other member. */
function isOfKind(option: Field, data: unknown): boolean {
  const { properties } = option;
  if (properties && isMembers(data)) {
    const keys = Object.keys(data).filter((key) => data[key] !== undefined);
    if (!keys.every((key) => Object.hasOwn(properties, key))) return false;
  }
  return unshownPlace(option, data) === undefined;
}

/** The option of a choice that data is of: the one that was chosen, if it is of several. */
export function optionOf(options: readonly Field[], data: unknown, chosen: number): number {
  const isChosen = options[chosen] !== undefined && isOfKind(options[chosen], data);
  if (data === undefined || isChosen) return chosen;
  const found = options.findIndex((option) => isOfKind(option, data));
  // Members that are typed into one option stay there, with others that only the JSON text has.
  return found === -1
    ? options.findIndex((option) => unshownPlace(option, data) === undefined)
    : found;
}

/** An empty item of a list: a list cannot leave one out. */
export function emptyItem(field: Field): unknown {
  const [first] = field.oneOf ?? [];
  if (first) return emptyItem(first);
  const empty = { string: '', array: [], object: {}, boolean: false } as const;
  return empty[field.type as keyof typeof empty] ?? null;
}

/** What stays of data when another option is chosen: the members that it can show too. */
export function carriedOver(option: Field, data: unknown, isNeeded: boolean): unknown {
  const { properties } = option;
  if (!properties) return undefined;
  const members = Object.entries(isMembers(data) ? data : {}).filter(([key, member]) => {
    const field = properties[key];
    return field !== undefined && !field.enum && unshownPlace(field, member) === undefined;
  });
  return members.length > 0 || isNeeded ? Object.fromEntries(members) : undefined;
}

/** What a member is without being touched: its only value, or a box that is not ticked. */
function untouched(field: Field): unknown {
  if (field.enum?.length === 1) return field.enum[0];
  return field.type === 'boolean' && !field.orNull ? false : undefined;
}

/**
 * Form data with the members that people should not have to fill in, in each object that has another
 * member: those that can only have one value, such as what tells an option of a choice apart, and a
 * box that is needed and not ticked.
 */
export function withConstants(field: Field, data: unknown): unknown {
  if (Array.isArray(data)) {
    const { items } = field;
    return items ? data.map((item) => withConstants(items, item)) : data;
  }
  if (!isMembers(data)) return data;
  if (field.oneOf) {
    const [option, ...others] = field.oneOf.filter((it) => isOfKind(it, data));
    return option && others.length === 0 ? withConstants(option, data) : data;
  }
  const filled = new Map(Object.entries(data));
  if ([...filled.values()].every((value) => value === undefined)) return data;
  for (const [key, member] of Object.entries(field.properties ?? {})) {
    const value = filled.get(key);
    if (value !== undefined) filled.set(key, withConstants(member, value));
    else if (field.required?.includes(key)) filled.set(key, untouched(member));
  }
  return Object.fromEntries(filled);
}
