import type { ParsedJson, ReadJson } from '@mkt/protocol';

export interface JsonSource {
  bytes: Uint8Array;
  maxDepth: number;
  /** The account or address that the work is done for; these take turns. */
  group: string;
}

/** A text and one member of its outermost object. */
export interface ReadApart {
  /** The text with the member replaced by `null`. */
  rest: ParsedJson;
  member: ReadJson | undefined;
}

/**
 * Reads untrusted JSON. Reading 1 MiB of brackets takes 60 ms, so a text over 16 KiB is checked in a
 * thread, and its value is parsed only when it is used.
 */
export interface JsonReader {
  /** As `parseJson` does. */
  read(source: JsonSource): Promise<ParsedJson>;
  /** Reads a member apart from the rest: one that is only passed on is never parsed here. */
  readApart(source: JsonSource, name: string): Promise<ReadApart>;
  /**
   * Parses the value of a large text on this thread, in turns and with pauses, so that a new
   * request waits for at most one of them.
   */
  open(read: ReadJson, group: string): Promise<void>;
}
