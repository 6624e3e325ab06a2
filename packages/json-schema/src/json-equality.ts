import { InexactNumber } from '@mkt/protocol';
import { decimalText } from './decimal.ts';
import type { Run } from './run.ts';

/** Units to write a scalar, an object or list, and a member; characters that are read for one unit. */
const PER_NODE = 4;
const PER_COMPOSITE = 20;
const PER_MEMBER = 10;
const PER_UNIT = 16;
/** Of an inexact number, which may have a thousand digits. */
const INEXACT = 100;

/** Before an inexact number's text; doubled before a text that begins with it. */
const INEXACT_MARK = '\u0000';

const isComposite = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof InexactNumber);

/** What stands for a scalar in a set: no text looks like an inexact number. */
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
 * A text that two values share exactly when they are equal: members sorted, `-0` as `0`, numbers by
 * their decimal value. To compare every two items of a list instead would be quadratic.
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
  // Sorted: of many names the logarithm counts.
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
