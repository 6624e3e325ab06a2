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

/** A string, a sign of JSON, or what is between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** JSON with a line for each member and every token as written; what is not JSON yet stays as it was typed. */
export function onLines(json: string, indent: string): string {
  try {
    JSON.parse(json);
  } catch {
    return json.trim();
  }
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  const line = () => `\n${indent.repeat(depth)}`;
  return tokens
    .map((token, at) => {
      if (token === ':') return ': ';
      if (token === ',') return token + line();
      if (token === '{' || token === '[') {
        depth += 1;
        return /[}\]]/.test(tokens[at + 1]?.[0] ?? '') ? token : token + line();
      }
      if (token !== '}' && token !== ']') return token;
      depth -= 1;
      return /^[{[]$/.test(tokens[at - 1] ?? '') ? token : line() + token;
    })
    .join('');
}

/** In single quotes, within which a shell reads nothing but the closing one. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that places the same order. The key stays a variable. */
export function curlCommand({ baseUrl, ...order }: CurlParts): string {
  return [
    `curl ${baseUrl}/v1/orders`,
    '-H "Authorization: Bearer $MKT_API_KEY"',
    '-H "Content-Type: application/json"',
    '-H "Prefer: wait=10"',
    `-d ${shellQuoted(onLines(orderText(order), '  '))}`,
  ].join(' \\\n  ');
}
