/**
 * Characters that a person does not see, with which a text could hide instructions: controls, bidi,
 * zero-width characters, tags, fillers and variation selectors. Joiners and the selectors of emoji are
 * kept, because many scripts and emoji need them.
 */
const HIDDEN =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;
/** More of them in a row than any script needs, as data could be written with them. */
const JOINERS = /(?:\u200c|\u200d|\ufe0e|\ufe0f){3,}/g;

/** A text on one line, in well-formed Unicode, without characters that a person does not see. */
export const visibleLine = (text: string): string =>
  text.toWellFormed().replace(HIDDEN, ' ').replace(JOINERS, ' ').replace(/\s+/g, ' ').trim();
