const MAX_WORDS = 16;

/**
 * The words of a search query: letters and digits of any script, so that nothing in it is query
 * syntax.
 */
export function searchWords(query: string): string[] {
  // NFC rather than NFKC: the index contains titles as they were written, full-width letters
  // included.
  return (query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
}
