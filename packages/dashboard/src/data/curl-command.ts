interface CurlParts {
  /** The marketplace's address, without a trailing slash. */
  baseUrl: string;
  /** Slug or id. */
  listing: string;
  /** JSON text. */
  input: string;
}

/** Characters that are invisible, or change the direction of text; in JSON they can be escaped. */
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** JSON as text in which nothing is invisible. */
export const visibleJson = (json: string) =>
  json.replace(INVISIBLE, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** In single quotes, within which a shell reads nothing but the closing one. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that places the same order. The key stays a variable. */
export function curlCommand({ baseUrl, listing, input }: CurlParts): string {
  const body = `{"listingId":${JSON.stringify(listing)},"requestBody":${visibleJson(input)}}`;
  return [
    `curl ${baseUrl}/v1/orders`,
    '-H "Authorization: Bearer $MKT_API_KEY"',
    '-H "Content-Type: application/json" -H "Prefer: wait=10"',
    `-d ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}
