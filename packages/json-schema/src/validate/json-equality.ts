import { InexactNumber } from '@mkt/protocol';
import { decimalText } from './decimal.ts';
import type { Run } from './run.ts';

/** Whether a value is an object or an array. */
export const isComposite = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof InexactNumber);

/** Units per scalar, per object or array, and per member; characters per unit. */
const PER_NODE = 4;
const PER_COMPOSITE = 20;
const PER_MEMBER = 10;
const PER_UNIT = 16;
/** Units per inexact number, which may have a thousand digits. */
const INEXACT = 100;

/** Marks the key of an inexact number; escaped by doubling in strings that start with it. */
const INEXACT_MARK = '\u0000';

/** The key of a scalar in a set. No string has the key of an inexact number. */
function scalarKey(value: unknown, run: Run): unknown {
  run.spend(1);
  if (typeof value === 'string') {
    run.spend(value.length / PER_UNIT);
    return value.startsWith(INEXACT_MARK) ? INEXACT_MARK + value : value;
  }
  if (!(value instanceof InexactNumber)) return value;
  run.spend(INEXACT);
  return INEXACT_MARK + decimalText(value);
}

/**
 * A string that is the same for two values exactly when they are equal: members sorted, `-0` as `0`,
 * numbers by decimal value. Comparing items pairwise instead would be quadratic.
 */
function canonicalText(value: unknown, run: Run): string {
  run.spend(PER_NODE);
  if (value instanceof InexactNumber) {
    run.spend(INEXACT);
    return decimalText(value);
  }
  if (!isComposite(value)) {
    if (typeof value === 'string') run.spend(value.length / PER_UNIT);
    return JSON.stringify(value) ?? 'undefined';
  }
  run.spend(PER_COMPOSITE);
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalText(item, run)).join(',')}]`;
  }
  const names = Object.keys(value);
  // Sorting is n log n.
  run.spend(PER_MEMBER * names.length * Math.max(1, Math.log2(names.length) / 4));
  const members = names
    .toSorted()
    .map(
      (name) =>
        `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name], run)}`,
    );
  return `{${members.join(',')}}`;
}

/** A test of membership that takes the same time however many values there are. */
export function memberTest(
  values: readonly unknown[],
  preparing: Run,
): (value: unknown, run: Run) => boolean {
  const scalars = new Set(
    values.filter((value) => !isComposite(value)).map((value) => scalarKey(value, preparing)),
  );
  const others = new Set(
    values.filter(isComposite).map((value) => canonicalText(value, preparing)),
  );
  return (value, run) =>
    isComposite(value)
      ? others.size > 0 && others.has(canonicalText(value, run))
      : scalars.has(scalarKey(value, run));
}

/** Whether an item of a list equals an earlier one. */
export function hasDuplicates(items: readonly unknown[], run: Run): boolean {
  const scalars = new Set<unknown>();
  const others = new Set<string>();
  for (let i = 0; i < items.length; i++) {
    run.spend(PER_NODE);
    const item = items[i];
    if (isComposite(item)) others.add(canonicalText(item, run));
    else scalars.add(scalarKey(item, run));
    if (scalars.size + others.size <= i) return true;
  }
  return false;
}
