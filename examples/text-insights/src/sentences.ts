/**
 * Ends in a full stop that does not end the sentence: an initial ("J. Smith", "U.S. Army", "z. B.")
 * or a title. The Unicode rules know no abbreviations.
 */
const ABBREVIATION =
  /(?:^|[\s.("'“‘])(?:\p{L}|Mrs?|Ms|Dr|Prof|St|Jr|Sr|Rev|Gen|Col|Capt|Lt|Sgt|vs|No|Nr|Fig|Eq|Vol|pp|bzw|ca|Sra|Srta|Mme|Mlle)\.\s*$/u;

/** The sentences of a text, by the Unicode rules (UAX #29) and without false stops. */
export function sentencesOf(blocks: readonly string[], language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return blocks.flatMap((block) => {
    const sentences: string[] = [];
    let open = '';
    for (const { segment } of segmenter.segment(block)) {
      open += segment;
      // Looks only at the end, however long the open sentence is.
      if (ABBREVIATION.test(segment.slice(-12))) continue;
      sentences.push(open);
      open = '';
    }
    return open === '' ? sentences : [...sentences, open];
  });
}
