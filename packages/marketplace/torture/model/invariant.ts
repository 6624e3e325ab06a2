/** An invariant that did not hold. */
export class InvariantBroken extends Error {
  constructor(what: string, about?: unknown) {
    super(about === undefined ? what : `${what}: ${JSON.stringify(about)}`);
    this.name = 'InvariantBroken';
  }
}

export function invariant(holds: boolean, what: string, about?: unknown): asserts holds {
  if (!holds) throw new InvariantBroken(what, about);
}
