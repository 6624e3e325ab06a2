import { isObject, textItems, textMembers } from '@mkt/protocol';

/** An object that was read from JSON with numbers whose digits JavaScript may not keep. */
export interface WithJsonText {
  /**
   * The JSON text, as the marketplace sent it. Like `requestBodyText` and `resultText` it is not
   * enumerable: a copy of the object does not have it.
   */
  readonly jsonText?: string;
}

/** The texts of an order keep all digits of its numbers (docs/reference/protocol.md#numbers). */
export interface OrderTexts extends WithJsonText {
  /** JSON text of `requestBody`, as the buyer sent it. */
  readonly requestBodyText?: string;
}

const memberOf = (json: string | undefined, name: string) =>
  json === undefined ? undefined : textMembers(json).find((member) => member.name === name)?.text;

function define(record: object, name: string, read: () => string | undefined): void {
  let text: { found: string | undefined } | undefined;
  const get = () => (text ??= { found: read() }).found;
  Object.defineProperty(record, name, { get, enumerable: false, configurable: true });
}

function attachTexts(order: object, read: () => string | undefined): void {
  define(order, 'jsonText', read);
  define(order, 'resultText', () => memberOf(read(), 'result'));
  define(order, 'requestBodyText', () => memberOf(read(), 'requestBody'));
}

/** Adds the JSON texts to an order or a page of orders; each is located when it is first read. */
export function attachJsonTexts(parsed: unknown, json: string): void {
  if (!isObject(parsed)) return;
  const { data } = parsed;
  if (!Array.isArray(data)) return attachTexts(parsed, () => json);
  define(parsed, 'jsonText', () => json);
  let texts: string[] | undefined;
  const textAt = (index: number) => (texts ??= textItems(memberOf(json, 'data') ?? ''))[index];
  for (const [index, order] of data.entries()) {
    if (isObject(order)) attachTexts(order, () => textAt(index));
  }
}
