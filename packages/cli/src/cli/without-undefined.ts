/** The members that are not `undefined`, which the client's query types forbid. */
export function withoutUndefined<T extends object>(members: T): Defined<T> {
  // `Defined` describes what the filter leaves.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };
