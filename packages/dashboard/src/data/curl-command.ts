import { printableJson } from '@mkt/protocol';

interface CurlParts {
  /** The marketplace's address, without a trailing slash. */
  baseUrl: string;
  /** Slug or id. */
  listing: string;
  /** JSON text. */
  input: string;
}

/** In single quotes, within which a shell reads nothing but the closing one. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that places the same order. The key stays a variable. */
export function curlCommand({ baseUrl, listing, input }: CurlParts): string {
  const body = `{"listingId":${JSON.stringify(listing)},"requestBody":${printableJson(input)}}`;
  return [
    `curl ${baseUrl}/v1/orders`,
    '-H "Authorization: Bearer $MKT_API_KEY"',
    '-H "Content-Type: application/json" -H "Prefer: wait=10"',
    `-d ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}
