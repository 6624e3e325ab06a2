/** A promise that the system did not keep. */
export class InvariantBroken extends Error {
  constructor(what: string, about?: unknown) {
    super(about === undefined ? what : `${what}: ${JSON.stringify(about)}`);
    this.name = 'InvariantBroken';
  }
}

export function must(isSo: boolean, what: string, about?: unknown): asserts isSo {
  if (!isSo) throw new InvariantBroken(what, about);
}
