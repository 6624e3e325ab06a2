/**
 * Runs of invisible characters, with which a text could hide instructions, reorder a line or control a
 * terminal: controls, bidi, zero-width characters, tags, fillers and variation selectors. Many scripts and
 * emoji need joiners and emoji selectors, so these match only after an ASCII character, or if there are
 * more in a row than any script needs, because data could be encoded in them.
 */
export const HIDDEN_CHARACTERS =
  /(?:(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]|(?<=^|[\0-\x7f])(?:\u200c|\u200d)+|(?:\u200c|\u200d|\ufe0e|\ufe0f){3,})+/gu;

/** A text in well-formed Unicode in which each run of invisible characters is replaced by a space. */
export const printable = (text: string): string =>
  text.toWellFormed().replace(HIDDEN_CHARACTERS, ' ');

/** The same on one line, without spaces around it or several in a row. */
export const visibleLine = (text: string): string => printable(text).replace(/\s+/g, ' ').trim();

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON text of the same value in which invisible characters are escaped. Line feeds and
 * tabs stay: in JSON they are only white space between values. So is a carriage return, which becomes a
 * space.
 */
export const printableJson = (json: string): string =>
  json.replace(HIDDEN_CHARACTERS, (run) =>
    run.replace(/[^\n\t]/g, (unit) => (unit === '\r' ? ' ' : escaped(unit))),
  );
