/**
 * Characters that a person does not see, with which a text could hide instructions: controls, bidi,
 * zero-width characters and tags. Joiners are kept: many scripts and emoji need them.
 */
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\u2800\u3164\u115f\u1160]/gu;

/** Text of a seller on one line, without hidden characters, cut to `max` characters. */
export function sellerText(text: string, max: number): string {
  // A description may have 100,000 characters, of which few are shown.
  const start = text.slice(0, max * 4).toWellFormed();
  const line = start.replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  const isCut = characters.length > max || text.length > max * 4;
  return isCut ? `${characters.slice(0, max - 1).join('')}…` : line;
}

/** The same between quotation marks that it cannot close. */
export function quoteSeller(text: string, max: number): string {
  return `«${sellerText(text, max).replace(/[«»]/g, '"')}»`;
}

/** Whether a text can be shown to an agent as it is. */
export const isPlain = (text: string, max: number) => sellerText(text, max) === text;
