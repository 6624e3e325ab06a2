/** A verb whose dependencies were given already: what a router is handed. */
export type Bound<Verb> = Verb extends (deps: never, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;
