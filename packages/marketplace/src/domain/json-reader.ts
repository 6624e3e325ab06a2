import type { ParsedJson, ReadJson } from '@mkt/protocol';

export interface JsonSource {
  bytes: Uint8Array;
  maxDepth: number;
  /** The account or address that the work is done for; these take turns. */
  group: string;
}

/** A text and one member of its outermost object. */
export interface ReadApart {
  /** The text with `null` in place of the member. */
  rest: ParsedJson;
  member: ReadJson | undefined;
}

/**
 * Reads JSON of strangers. Reading 1 MiB of brackets takes 60 ms, so what is larger than 16 KiB is
 * checked in a thread, and its value is parsed only if it is used.
 */
export interface JsonReader {
  /** As `parseJson` does. */
  read(source: JsonSource): Promise<ParsedJson>;
  /** Reads a member apart from the rest: one that is only passed on is never parsed here. */
  readApart(source: JsonSource, name: string): Promise<ReadApart>;
  /**
   * Parses the value of a large text on this thread, in turns and with pauses: what arrives meanwhile is
   * not kept waiting for more than one.
   */
  open(read: ReadJson, group: string): Promise<void>;
}
