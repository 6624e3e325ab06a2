const WINDOW = 16;
/** The dictionary follows the script of the text, not this language. */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Whether a string of a script without spaces is a word of its own there, not part of another. */
export function isWholeWord(text: string, index: number, length: number): boolean {
  const from = Math.max(0, index - WINDOW);
  const to = index + length + WINDOW;
  const edges = new Set<number>([Math.min(to, text.length)]);
  for (const { index: edge } of segmenter.segment(text.slice(from, to))) edges.add(from + edge);
  return edges.has(index) && edges.has(index + length);
}
