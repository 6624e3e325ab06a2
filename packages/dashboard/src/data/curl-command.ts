import { printableJson } from '@mkt/protocol';

interface OrderParts {
  /** Slug or id. */
  listing: string;
  /** JSON text. */
  input: string;
  /** The highest price that it accepts. */
  price: { amount: number; currency: string };
}

interface CurlParts extends OrderParts {
  /** The marketplace's address, without a trailing slash. */
  baseUrl: string;
}

/** The JSON text of a request for an order that costs no more than what the reader has seen, a member per line. */
export const orderText = ({ listing, input, price: { amount, currency } }: OrderParts) => `{
  "listingId": ${JSON.stringify(listing)},
  "requestBody": ${printableJson(input)},
  "maxPrice": ${amount},
  "currency": ${JSON.stringify(currency)}
}`;

/** In single quotes, within which a shell reads nothing but the closing one. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that places the same order. The key stays a variable. */
export function curlCommand({ baseUrl, ...order }: CurlParts): string {
  return [
    `curl ${baseUrl}/v1/orders`,
    '-H "Authorization: Bearer $MKT_API_KEY"',
    '-H "Content-Type: application/json" -H "Prefer: wait=10"',
    `-d ${shellQuoted(orderText(order))}`,
  ].join(' \\\n  ');
}
