import { isObject, visibleLine, withoutModelTokens } from '@mkt/protocol';

/** Text of a seller on one line, without hidden characters and control tokens, cut to `max` characters. */
export function sellerText(text: string, max: number): string {
  // A description may have 100,000 characters, but few are shown.
  const line = withoutModelTokens(visibleLine(text.slice(0, max * 4)));
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

/** Cleans every text in a JSON value. */
export function cleanTexts(value: unknown, max: number): unknown {
  if (typeof value === 'string') return sellerText(value, max);
  if (Array.isArray(value)) return value.map((inner) => cleanTexts(inner, max));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cleanTexts(inner, max)]),
  );
}
