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

/** By the address of a guide (what is before its first heading) or of a part: its words that few others have. */
export type GuideWords = Readonly<Record<string, string>>;
