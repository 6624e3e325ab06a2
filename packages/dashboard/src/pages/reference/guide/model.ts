/** A guide in the list of all of them. */
export interface Guide {
  /** Its page, as in `/docs/buy/orders`; the Markdown is beside it. */
  path: string;
  title: string;
  /** What it is about, in a few words. */
  says: string;
  /** As in `Buy`. */
  section: string;
  headings: readonly { id: string; text: string }[];
}
