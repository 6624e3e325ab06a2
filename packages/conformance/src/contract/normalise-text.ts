/**
 * Characters that change the direction of text or are invisible, so that one title could look like
 * another: bidi controls, zero-width spaces, tag characters. Joiners are kept, because emoji and many
 * scripts need them.
 */
const DECEPTIVE =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_BUT_LINES = /[^\P{Cc}\n\t]/gu;
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Text of one line as it is stored: a title, a category, a unit. White space becomes single spaces,
 * control and bidi characters are removed, lone surrogates become U+FFFD. Empty if nothing visible
 * remains.
 */
export function normaliseLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(CONTROLS, '')
    .replace(DECEPTIVE, '')
    .trim();
  return INVISIBLE.test(line) ? '' : line;
}

/** Text of several lines as it is stored: a description. Keeps line breaks and tabs. */
export function normaliseText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(CONTROLS_BUT_LINES, '')
    .replace(DECEPTIVE, '')
    .trim();
  return INVISIBLE.test(lines) ? '' : lines;
}

/** Tags as they are stored: lower-cased, without duplicates and empty ones; `null` if none remain. */
export function normaliseTags(tags: readonly string[] | null | undefined): string[] | null {
  const normal = (tags ?? []).map((tag) => normaliseLine(tag.normalize('NFC')).toLowerCase());
  const left = [...new Set(normal)].filter((tag) => tag !== '');
  return left.length > 0 ? left : null;
}
