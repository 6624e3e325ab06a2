/** The members that have a value: the wire's types tell an absent member from an undefined one. */
export function given<T extends object>(members: T): Given<T> {
  // The type says what the filter does.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };
