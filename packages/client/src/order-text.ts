import { isObject, textItems, textMembers } from '@mkt/protocol';

/** What an order, or a page of orders, was read from. */
export interface WithJsonText {
  /**
   * As JSON text, as the marketplace sent it. Like the other texts it is not enumerable: a copy of
   * the object does not have it.
   */
  readonly jsonText?: string;
}

/** What numbers lose as values of JavaScript: their digits (docs/protocol.md#numbers). */
export interface OrderTexts extends WithJsonText {
  /** JSON text of `result`, as the seller sent it. */
  readonly resultText?: string;
  /** JSON text of `requestBody`, as it was sent. */
  readonly requestBodyText?: string;
}

const memberOf = (json: string | undefined, name: string) =>
  json === undefined ? undefined : textMembers(json).find((member) => member.name === name)?.text;

function define(record: object, name: string, read: () => string | undefined): void {
  let text: { found: string | undefined } | undefined;
  const get = () => (text ??= { found: read() }).found;
  Object.defineProperty(record, name, { get, enumerable: false, configurable: true });
}

function giveTexts(order: object, read: () => string | undefined): void {
  define(order, 'jsonText', read);
  define(order, 'resultText', () => memberOf(read(), 'result'));
  define(order, 'requestBodyText', () => memberOf(read(), 'requestBody'));
}

/** Gives an order, or a page of orders, the texts of their JSON; each is looked for when it is read. */
export function attachJsonTexts(answered: unknown, json: string): void {
  if (!isObject(answered)) return;
  const { data } = answered;
  if (!Array.isArray(data)) return giveTexts(answered, () => json);
  define(answered, 'jsonText', () => json);
  let texts: string[] | undefined;
  const textAt = (index: number) => (texts ??= textItems(memberOf(json, 'data') ?? ''))[index];
  for (const [index, order] of data.entries()) {
    if (isObject(order)) giveTexts(order, () => textAt(index));
  }
}
