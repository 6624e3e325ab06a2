/**
 * A text that two JSON values share exactly when they are equal: members sorted, `-0` as `0`. ajv's
 * own comparison throws on `{"valueOf": 1}`, and comparing every two items of an array is quadratic.
 */
function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.keys(value)
    .toSorted()
    .map(
      (name) =>
        `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name])}`,
    );
  return `{${members.join(',')}}`;
}

const isScalar = (value: unknown) => !isComposite(value);

const texts = new WeakMap<object, string>();

function keptText(value: object): string {
  const text = texts.get(value) ?? canonicalText(value);
  texts.set(value, text);
  return text;
}

const isComposite = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** Whether two JSON values are the same; quick also when one is compared with many. */
export const areEqual = (one: unknown, other: unknown): boolean =>
  one === other || (isComposite(one) && isComposite(other) && keptText(one) === keptText(other));

/** A test of membership that takes the same time however many values there are. */
export function memberTest(values: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(values.filter(isScalar));
  const others = new Set(values.filter((value) => !isScalar(value)).map(canonicalText));
  return (value) =>
    isScalar(value) ? scalars.has(value) : others.size > 0 && others.has(canonicalText(value));
}

/** Index of the first item that equals an earlier one, or -1. */
export function firstDuplicate(items: readonly unknown[]): number {
  const scalars = new Set<unknown>();
  const others = new Set<string>();
  const isNew = <T>(seen: Set<T>, item: T) => !seen.has(item) && seen.add(item).size > 0;
  return items.findIndex((item) =>
    isScalar(item) ? !isNew(scalars, item) : !isNew(others, canonicalText(item)),
  );
}
