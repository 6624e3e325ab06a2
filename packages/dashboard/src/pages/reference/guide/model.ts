/** A guide in the list of all of them. */
export interface Guide {
  /** Its page, as in `/docs/buy/orders`; the Markdown is beside it. */
  path: string;
  title: string;
  /** What it is about, in a few words. */
  says: string;
  /** As in `Buy`. */
  section: string;
  /** Of what is before the first heading: the words that few parts of the guides have. */
  words: string;
  headings: readonly { id: string; text: string; words: string }[];
}
