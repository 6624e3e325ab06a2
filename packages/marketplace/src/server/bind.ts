/** A use case with its dependencies. */
export function bind<Deps, Args extends unknown[], Result>(
  flow: (deps: Deps, ...args: Args) => Result,
  deps: Deps,
): (...args: Args) => Result {
  return (...args) => flow(deps, ...args);
}
