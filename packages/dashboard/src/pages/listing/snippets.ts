import { printableJson } from '@mkt/protocol';
import { curlCommand, shellQuoted } from '../../data/curl-command.ts';

export interface SnippetParts {
  /** The marketplace's address, without a trailing slash. */
  baseUrl: string;
  slug: string;
  /** JSON text. */
  input: string;
  price: { amount: number; currency: string };
}

export interface Snippet {
  name: string;
  code: string;
}

/** In TypeScript JSON is an expression, with each line indented like the call. */
function typescript({ baseUrl, slug, input, price }: SnippetParts): string {
  const { amount, currency } = price;
  return [
    "import { createClient } from '@mkt/client';",
    '',
    `const market = createClient({ baseUrl: ${JSON.stringify(baseUrl)} }); // reads MKT_API_KEY`,
    `const result = await market.run(${JSON.stringify(slug)}, ${printableJson(input)}, {`,
    `  maxPrice: { amount: ${amount}, currency: ${JSON.stringify(currency)} },`,
    '});',
    'console.log(result);',
  ].join('\n');
}

/** Only the standard library. A JSON string of a JSON text is also a string of Python. */
function python({ baseUrl, slug, input }: SnippetParts): string {
  const body = `{"listingId":${JSON.stringify(slug)},"requestBody":${printableJson(input)}}`;
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(`${baseUrl}/v1/orders`)},`,
    `    data=${JSON.stringify(body)}.encode(),`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["MKT_API_KEY"],',
    '        "Content-Type": "application/json",',
    '        "Prefer": "wait=30",',
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

const cli = ({ baseUrl, slug, input }: SnippetParts) =>
  `npx mkt run ${slug} --base-url ${baseUrl} \\\n  --input ${shellQuoted(printableJson(input))}`;

/** Programs that make the same call. The key is always a variable. */
export const snippetsOf = (parts: SnippetParts): readonly Snippet[] => [
  { name: 'TypeScript', code: typescript(parts) },
  {
    name: 'cURL',
    code: curlCommand({ baseUrl: parts.baseUrl, listing: parts.slug, input: parts.input }),
  },
  { name: 'Python', code: python(parts) },
  { name: 'CLI', code: cli(parts) },
];
