const MAX_WORDS = 16;

/** The words of a search: letters and digits of any script, so that nothing reads as syntax. */
export function searchWords(query: string): string[] {
  // NFC and no further: the index holds titles as they were written, full-width letters too.
  return (query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
}
